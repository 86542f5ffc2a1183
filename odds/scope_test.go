package odds_test

import (
	"context"
	"errors"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

// scoped throws one die into the first place of the state, in a block of the given scope, after
// n dice have been thrown into the places behind it.
func scoped(n int, scope *procedure.Scope[wide], then func(*wide, int8)) *procedure.Procedure[wide] {
	p := wideProcedure(n, func() {})
	for i := range p.Steps {
		p.Steps[i].Then = func(s *wide, o dice.Outcome, _ *procedure.Log) { s.Thrown[i+1] = int8(o.Total()) }
	}
	p.Steps = append(p.Steps, wideStep{Key: "block", Scope: scope, Steps: []wideStep{
		{Key: "one", Roll: func(*wide) dice.Roll { return dice.Face() }, Then: func(s *wide, o dice.Outcome, _ *procedure.Log) { then(s, int8(o.Total())) }},
		{Key: "two", Roll: func(*wide) dice.Roll { return dice.Face() }, Then: func(s *wide, o dice.Outcome, _ *procedure.Log) { then(s, int8(o.Total())) }},
	}})
	return p
}

var firstPlace = &procedure.Scope[wide]{
	Of:  func(s *wide) (part wide) { part.Thrown[0] = s.Thrown[0]; return part },
	Put: func(whole, part *wide) { whole.Thrown[0] = part.Thrown[0] },
}

// TestScopeIsCheaper holds that a block with a scope is carried out once for all states, and that
// the odds are those of the whole.
func TestScopeIsCheaper(t *testing.T) {
	p := scoped(3, firstPlace, func(s *wide, face int8) { s.Thrown[0] = max(s.Thrown[0], face) })
	part, err := odds.Evaluate(context.Background(), p, exact)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := odds.Evaluate(context.Background(), p, odds.Options{Exact: true, Whole: true})
	if err != nil {
		t.Fatal(err)
	}
	of := func(s wide) any { return s }
	compare(t, "scope", read(t, part, of), read(t, whole, of))
	thrown := 6 + 36 + 216
	if want := thrown + 6 + 36 + 216*6; part.Stats.Paths != want {
		t.Errorf("%d paths, want %d", part.Stats.Paths, want)
	}
	if want := thrown + 216*6 + 216*6*6; whole.Stats.Paths != want {
		t.Errorf("%d paths as a whole, want %d", whole.Stats.Paths, want)
	}
}

// TestScopeFaults expects to be told of a block that does not keep to its scope.
func TestScopeFaults(t *testing.T) {
	better := func(s *wide, face int8) { s.Thrown[0] = max(s.Thrown[0], face) }
	for name, x := range map[string]struct {
		p    *procedure.Procedure[wide]
		want string
	}{
		"changes more": {scoped(2, firstPlace, func(s *wide, face int8) { s.Thrown[1] = face }), "outside"},
		"puts more":    {scoped(2, &procedure.Scope[wide]{Of: firstPlace.Of, Put: func(whole, part *wide) { *whole = *part }}, better), "not-put-back"},
		"puts less":    {scoped(2, &procedure.Scope[wide]{Of: firstPlace.Of, Put: func(_, _ *wide) {}}, better), "outside"},
	} {
		_, err := odds.Evaluate(context.Background(), x.p, odds.Options{})
		var se *odds.ScopeError
		if !errors.As(err, &se) || se.Step != "block" || se.Fault != x.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestScopeLimits passes the bounds while the ends of a block are put into the states.
func TestScopeLimits(t *testing.T) {
	p := scoped(4, firstPlace, func(s *wide, face int8) { s.Thrown[0] = max(s.Thrown[0], face) })
	before := 6 + 36 + 216 + 1296 + 6 + 36
	for bound, opt := range map[string]odds.Options{
		"states": {MaxStates: 1296},
		"paths":  {MaxPaths: before + 5*6},
	} {
		_, err := odds.Evaluate(context.Background(), p, opt)
		var le *odds.LimitError
		if !errors.As(err, &le) || le.Bound != bound || le.Step != "block" {
			t.Errorf("%s: %v", bound, err)
		}
	}
}
