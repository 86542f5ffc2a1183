package hexmodern

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
)

// bereft eliminates the HQ when all units beside it are destroyed (HX-HQ-05).
func (p *party) bereft(s *Stack, l *log) {
	if s.HQ > 0 && p.others == 0 && !s.living() {
		s.HQ, s.Shocks = 0, 0
		l.Say("HX-HQ-05", "hq-alone")
	}
}

// shaken sets the HQ dice after hits on the stack under hq-trigger = stack-hit (HX-HQ-04).
func (p *party) shaken(s *Stack) {
	if s.HQ > 0 && p.o.is("hq-trigger", "stack-hit") {
		s.Shocks = 1
	}
}

// harmedOn is the highest face that harms the HQ (option hq-destroy-mod).
func (p *party) harmedOn(fell bool) number {
	n := explain.Amount("hq-harmed-on", explain.Worth("HX-HQ-04", "hq-harmed-on", 1))
	if fell {
		n = n.With(explain.Worth("HX-HQ-04", "unit-destroyed-too", 2))
	}
	n.Of = p.hq.name
	return n
}

// hqSteps throw the HQ dice that wait (HX-HQ-04) and end the combat for the stack. rule is what
// calls for the check.
func hqSteps[S comparable](p *party, at func(*S) *Stack, also ...string) []procedure.Step[S] {
	var end []procedure.Step[S]
	if p.o.is("multi-hit", "one-step") || p.o.is("hq-destroy-mod", "minus2") {
		end = []procedure.Step[S]{{
			Key: "combat-over", Rule: "HX-EFFECT-03",
			Then: func(s *S, _ outcome, _ *log) { at(s).settled() },
		}}
	}
	if p.hq == nil {
		return end
	}
	var rules ruleIDs
	for _, r := range also {
		rules = append(rules, ruleID(r))
	}
	harm := [2]number{p.harmedOn(false), p.harmedOn(true)}
	rows := [2][6]uint8{{1}, {1, 1, 1}}
	check := procedure.Step[S]{
		Key: "hq-check", Rule: "HX-HQ-04", Also: rules,
		If:   func(s *S) bool { return at(s).Shocks > 0 },
		Why:  func(s *S) []number { return []number{harm[boolInt(at(s).Fell)]} },
		Roll: func(s *S) dice.Roll { return dice.Table(1, rows[boolInt(at(s).Fell)]) },
		Then: func(s *S, o outcome, l *log) { harmed(at(s), o.Success(), l) },
	}
	if p.o.is("hq-trigger", "allocated") { // a die for each hit dealt to the HQ
		check = procedure.Step[S]{Key: "hq-checks", Rule: "HX-HQ-04", Repeat: true, If: check.If, Steps: []procedure.Step[S]{check}}
	}
	return append([]procedure.Step[S]{check}, end...)
}

// harmed takes one HQ die off the stack and what it does (HX-HQ-04).
func harmed(s *Stack, harm bool, l *log) {
	s.Shocks--
	if !harm {
		l.Say("HX-HQ-04", "hq-unharmed")
		return
	}
	if s.HQ--; s.HQ > 0 {
		l.Say("HX-HQ-04", "hq-reduced")
		return
	}
	s.Shocks = 0
	l.Say("HX-HQ-04", "hq-eliminated")
}
