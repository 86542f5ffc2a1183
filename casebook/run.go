package casebook

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/odds"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Report is what came of one case.
type Report struct {
	Case     *Case
	Failures explain.Problems // empty when the case passed
	Rules    []rulebook.ID    // every rule that what happened cites
	Record   *procedure.Record
}

// Passed says whether the case came out as written.
func (r *Report) Passed() bool { return len(r.Failures) == 0 }

// plays is how many seeded plays show which rules a case without dice exercises.
const plays = 64

// Run runs the case. Only a cancelled context is an error; everything else is a failure of the case.
func (c *Case) Run(ctx context.Context) (*Report, error) {
	r := &Report{Case: c}
	j, err := c.Setup.Judge()
	if err != nil {
		r.fail("engagement", err)
		return r, nil
	}
	r.cite(j.Rules())
	switch {
	case c.Refused != "":
		c.checkRefusal(r, j)
	case j.Refusal != nil:
		r.problem("engagement", "case-refused", explain.Is("got", string(j.Refusal.Reasons[0].Rule)))
	}
	c.checkNeeds(r, j)
	if j.Program != nil && c.Refused == "" {
		if c.HasDice {
			c.replay(r, j.Program)
		}
		if len(c.Odds) > 0 {
			if err := c.checkOdds(ctx, r, j.Program); err != nil {
				return nil, err
			}
		}
		if !c.HasDice {
			r.citePlays(j.Program)
		}
	}
	for i, id := range c.Rules {
		if !slices.Contains(r.Rules, id) {
			r.problem(fmt.Sprintf("rules[%d]", i), "rule-not-cited", explain.Is("value", string(id)))
		}
	}
	return r, nil
}

func (r *Report) cite(ids []rulebook.ID) {
	for _, id := range ids {
		if !slices.Contains(r.Rules, id) {
			r.Rules = append(r.Rules, id)
		}
	}
}

// citePlays cites what a few plays with fixed seeds cite.
func (r *Report) citePlays(p system.Program) {
	rnd := dice.NewRandom(0)
	for seed := range uint64(plays) {
		rnd.Seed(seed)
		var rec procedure.Record
		if err := p.Play(procedure.Random{Dice: rnd}, &rec); err == nil {
			r.cite(rec.Rules())
		}
	}
}

func (r *Report) problem(field, key string, facts ...explain.Fact) {
	r.Failures = append(r.Failures, problem(r.Case.doc, field, key, facts...))
}

// fail turns an error into a failure at the field.
func (r *Report) fail(field string, err error) {
	var ps explain.Problems
	var de *procedure.DiceError
	var ce *procedure.DecisionError
	switch {
	case errors.As(err, &ps):
		r.Failures = append(r.Failures, ps...)
	case errors.As(err, &de):
		p := DiceProblem(de)
		p.Field = field
		p.File = r.Case.File
		p.Line, p.Column = r.Case.doc.Place(field)
		r.Failures = append(r.Failures, p)
	case errors.As(err, &ce):
		p := DecisionProblem(ce)
		p.Field = "decide"
		p.File = r.Case.File
		p.Line, p.Column = r.Case.doc.Place("decide")
		r.Failures = append(r.Failures, p)
	default:
		r.problem(field, "case-error", explain.Is("detail", err.Error()))
	}
}

// DiceProblem gives a dice error the form of a problem, with key "dice-" and the fault.
func DiceProblem(e *procedure.DiceError) *explain.Problem {
	return explain.Wrong("dice", "dice-"+string(e.Fault),
		explain.Is("step", explain.Word("step."+e.Step)), explain.Is("n", e.Want), explain.Is("have", e.Have),
		explain.Is("index", e.Index+1), explain.Is("lo", e.Lo), explain.Is("hi", e.Hi))
}

// DecisionProblem gives a decision error the form of a problem.
func DecisionProblem(e *procedure.DecisionError) *explain.Problem {
	if e.Options == nil {
		return explain.Wrong("decide", "decision-unused", explain.Is("key", e.Key), explain.Is("value", e.Answer))
	}
	return explain.Wrong("decide", "decision-unknown", explain.Is("key", e.Key), explain.Is("value", e.Answer), explain.Is("want", fmt.Sprint(e.Options)))
}

func (c *Case) checkRefusal(r *Report, j *system.Judgement) {
	if j.Refusal == nil {
		r.problem("refused", "case-not-refused", explain.Is("want", string(c.Refused)))
		return
	}
	for _, re := range j.Refusal.Reasons {
		if re.Rule == c.Refused {
			return
		}
	}
	r.problem("refused", "case-other-refusal", explain.Is("want", string(c.Refused)), explain.Is("got", string(j.Refusal.Reasons[0].Rule)))
}

func (c *Case) checkNeeds(r *Report, j *system.Judgement) {
	for _, need := range c.Needs {
		var got []string
		for _, n := range j.Numbers {
			if n.Key == need.Key {
				if n.State != explain.Ordinary {
					got = append(got, string(n.State))
				} else {
					got = append(got, fmt.Sprint(n.Value))
				}
			}
		}
		if !slices.Equal(got, need.Values) {
			r.problem("needs."+need.Key, "case-needs", explain.Is("measure", need.Key), explain.Is("want", fmt.Sprint(need.Values)), explain.Is("got", fmt.Sprint(got)))
		}
	}
}

func (c *Case) replay(r *Report, p system.Program) {
	var rec procedure.Record
	d := &procedure.Recorded{Faces: c.Dice, Decisions: c.Decide}
	if err := p.Play(d, &rec); err != nil {
		r.fail("dice", err)
		return
	}
	r.Record = &rec
	r.cite(rec.Rules())
	if err := d.Finish(); err != nil {
		r.fail("dice", err)
	}
	for _, e := range c.Expect {
		i := slices.IndexFunc(rec.Result, func(f procedure.Final) bool { return f.Measure == e.Measure })
		switch {
		case i < 0:
			r.problem("expect."+e.Measure, "unknown-measure", explain.Is("value", e.Measure))
		case rec.Result[i].Value != e.Value:
			r.problem("expect."+e.Measure, "case-expected", explain.Is("measure", e.Measure), explain.Is("want", e.Value), explain.Is("got", rec.Result[i].Value))
		}
	}
}

func (c *Case) checkOdds(ctx context.Context, r *Report, p system.Program) error {
	res, err := p.Odds(ctx, nil, odds.Options{Exact: true})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.fail("odds", err)
		return nil
	}
	for _, o := range c.Odds {
		got, key, ok := o.eval(res)
		switch {
		case !ok:
			r.problem("odds", "unknown-measure", explain.Is("value", key))
		case got == nil:
			r.problem("odds", "condition-never", explain.Is("value", o.Text))
		case got.Cmp(o.Want) != 0:
			r.problem("odds", "case-odds", explain.Is("measure", o.Text), explain.Is("want", o.Want.RatString()), explain.Is("got", got.RatString()))
		}
	}
	return nil
}

// eval reads the odds off a result: the value, or nil when its condition cannot occur; or the
// measure that does not exist.
func (o *Odds) eval(res *odds.Result) (got *big.Rat, unknown string, ok bool) {
	index := func(m string) int { return res.Index(m) }
	for _, c := range append([]Cond{o.Of}, o.If...) {
		if index(c.Measure) < 0 {
			return nil, c.Measure, false
		}
	}
	if len(o.If) > 0 {
		res = res.Where(func(vs []int) bool {
			for _, c := range o.If {
				if !c.Holds(vs[index(c.Measure)]) {
					return false
				}
			}
			return true
		})
		if res == nil {
			return nil, "", true
		}
	}
	i := index(o.Of.Measure)
	if o.Mean {
		return res.Mean(i).Exact, "", true
	}
	return res.Chance(func(vs []int) bool { return o.Of.Holds(vs[i]) }).Exact, "", true
}
