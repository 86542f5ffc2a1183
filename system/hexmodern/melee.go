package hexmodern

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
)

// Fighter is a unit in close combat.
type Fighter struct {
	Unit   string   `yaml:"unit"`
	Values *Values  `yaml:"values"`
	States []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
}

// Clash is the state of close combat: two stacks and what has become of them.
type Clash struct {
	Side [2]Stack // the attackers, then the defenders
	// Beaten says that the defenders received more hits than the attackers (HX-ASSAULT-22).
	Beaten bool
	Result result
	Wreck  bool    // a wreck lies in the hex
	CutOff bool    // a unit found no hex to retreat to
	Went   [3]int8 // units that retreated straight on, to the left, to the right
	Away   uint8   // defenders that have left the hex, bit by place; zero at the end
}

// result is how an assault ends.
type result int8

const (
	_            result = iota
	taken               // the attackers hold the hex
	repulsed            // the attackers go back
	mixed               // both sides stay
	attackerless        // no attacker is left, the defenders hold the hex
	deserted            // nobody is left
)

type clashStep = procedure.Step[Clash]

func attackersOf(s *Clash) *Stack { return &s.Side[0] }
func defendersOf(s *Clash) *Stack { return &s.Side[1] }

// settleFighters finds the values of the units of one side.
func settleFighters(field string, fs []Fighter) ([]*counter, explain.Problems) {
	var cs []*counter
	var ps explain.Problems
	for i := range fs {
		c, more := resolve(at(field, i), fs[i].Unit, fs[i].Values, fs[i].States)
		ps = append(ps, more...)
		cs = append(cs, c)
	}
	return cs, ps
}

// needSaves asks for the saves of units that may throw them.
func needSaves(cs []*counter) explain.Problems {
	var ps explain.Problems
	for _, c := range cs {
		if c != nil && c.kind != "hq" && c.save == 0 {
			ps = append(ps, explain.Wrong(c.field+".values.save", "field-missing"))
		}
	}
	return ps
}

// only says whether every unit is a vehicle (HX-ASSAULT-10: an HQ does not count).
func only(cs []*counter, kind string) bool {
	for _, c := range cs {
		if c.kind != kind {
			return false
		}
	}
	return true
}

// blow is the dice of one unit in close combat.
type blow struct {
	dice, hit number
}

// blowStep throws the dice of a unit; its hits fall on the other stack.
func blowStep[S comparable](key string, rule string, b blow, can func(*S) bool, on func(*S) *Stack) procedure.Step[S] {
	return procedure.Step[S]{
		Key: key, Rule: ruleID(rule), If: can,
		Why:  why[S](b.dice, b.hit),
		Roll: func(*S) dice.Roll { return dice.Count(b.dice.Value, b.hit.Target()) },
		Then: func(s *S, o outcome, _ *log) { on(s).Hits += int8(o.Successes()) },
	}
}

// assaultHit is the assault to-hit number printed on the unit (HX-ASSAULT-05).
func (c *counter) printedHit() number {
	key := "assault-base"
	if c.ownHit {
		key = "assault-printed"
	}
	n := explain.Needed("assault-hit", explain.Worth("HX-ASSAULT-05", key, c.assaultHit))
	n.Of = c.name
	return n
}

// sixes is the to-hit number of a unit that was disrupted before (HX-PIN-05, HX-ASSAULT-12, HX-OVERRUN-06).
func (c *counter) sixes(r reason) number {
	r.Value = 6
	n := explain.Needed("assault-hit", r)
	n.Of = c.name
	return n
}

// shelterSteps are the defence dice of a position in close combat (HX-POS-06; options
// position-in-assault, improved-position).
func shelterSteps[S comparable](p *party, position bool, can func(*S) bool, on func(*S) *Stack) ([]procedure.Step[S], []number) {
	if !position || !p.o.is("position-in-assault", "any-attack") {
		return nil, nil
	}
	wait := func(s *S) bool { return on(s).Hits > 0 && (can == nil || can(s)) }
	if p.o.is("improved-position", "cancel-hit") {
		return []procedure.Step[S]{{
			Key: "shelter", Rule: "HX-POS-06", Also: ruleIDs{"HX-POS-02", "HX-POS-01"}, If: wait,
			Then: func(s *S, _ outcome, l *log) {
				on(s).Hits--
				l.Say("HX-POS-06", "position-cancels")
			},
		}}, nil
	}
	var steps []procedure.Step[S]
	var numbers []number
	for i := 0; i < len(p.units); {
		j := i + 1
		for j < len(p.units) && p.units[j].save == p.units[i].save {
			j++
		}
		n, save := explain.Amount("position-dice", explain.Worth("HX-POS-06", "die-a-defender", j-i).And("HX-POS-01")),
			explain.Needed("position-save", explain.Worth("HX-POS-06", "save", p.units[i].save))
		numbers = append(numbers, n, save)
		steps = append(steps, procedure.Step[S]{
			Key: "shelter", Rule: "HX-POS-06", Also: ruleIDs{"HX-POS-02"}, If: wait,
			Why:  why[S](n, save),
			Roll: func(*S) dice.Roll { return dice.Count(n.Value, save.Target()) },
			Then: func(s *S, o outcome, l *log) {
				on(s).Hits = max(on(s).Hits-int8(o.Successes()), 0)
				l.SayN("HX-POS-06", "hits-saved", o.Successes())
			},
		})
		i = j
	}
	return steps, numbers
}
