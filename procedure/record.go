package procedure

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/rulebook"
)

// Entry is what happened at one step of one play.
type Entry struct {
	Step  string           `json:"step"`
	Rules []rulebook.ID    `json:"rules"`
	Roll  *Rolled          `json:"roll,omitempty"`
	Chose *Chosen          `json:"decision,omitempty"`
	Why   []explain.Number `json:"why,omitempty"`
	// Notes are the reasons that the step gave for its effect.
	Notes   []explain.Reason `json:"notes,omitempty"`
	Effects []Effect         `json:"effects,omitempty"`
}

// Rolled is a roll and the dice that fell.
type Rolled struct {
	Ask      Ask     `json:"ask"`
	Faces    []int16 `json:"faces,omitempty"`
	Rerolled []int16 `json:"rerolled,omitempty"` // indexes into Faces
	Reroll   []int16 `json:"reroll,omitempty"`
	Extra    []int16 `json:"extra,omitempty"`
	// Successes is set for rolls that count them, Total for those that add up or keep.
	Successes *int `json:"successes,omitempty"`
	Total     *int `json:"total,omitempty"`
}

// Ask describes a roll to a player, as data.
type Ask struct {
	Dice   int    `json:"dice"`
	Sides  int    `json:"sides"`
	Read   string `json:"read"`             // "count", "rows", "sum", "best", "worst", "which", "direction"
	Target int    `json:"target,omitempty"` // for "count" and "which": this face or more succeeds; 0 when the faces are not of that form
	Again  []int  `json:"again,omitempty"`  // faces thrown once more
	Extra  []int  `json:"extra,omitempty"`  // faces that give one more die
	// Countable says that the number of successes may be given in place of the faces.
	Countable bool `json:"countable"`
	MaxCount  int  `json:"maxCount,omitempty"`
}

// Describe turns a roll into its description.
func Describe(r dice.Roll) Ask {
	a := Ask{Dice: int(r.N), Sides: int(r.Sides), Countable: r.Countable()}
	if a.Countable {
		a.MaxCount = r.MaxCount()
	}
	switch r.Read {
	case dice.Counts:
		a.Read = "rows"
		if t, ok := r.Target(); ok {
			a.Read, a.Target = "count", t
		} else if a.Countable {
			a.Read = "count"
		}
	case dice.Total:
		a.Read = "sum"
	case dice.Best:
		a.Read = "best"
	case dice.Worst:
		a.Read = "worst"
	case dice.Which:
		a.Read = "which"
		a.Target, _ = r.Target()
	case dice.Direction:
		a.Read = "direction"
	}
	for f := 1; f <= min(int(r.Sides), 32); f++ {
		if r.Again>>(f-1)&1 == 1 {
			a.Again = append(a.Again, f)
		}
		if r.Extra>>(f-1)&1 == 1 {
			a.Extra = append(a.Extra, f)
		}
	}
	return a
}

// Chosen is a decision and its answer.
type Chosen struct {
	Key     string   `json:"key"`
	Side    string   `json:"side"`
	Options []string `json:"options"`
	Answer  string   `json:"answer"`
}

// Effect is the change of one measure by one step.
type Effect struct {
	Measure string `json:"measure"`
	Event   bool   `json:"event,omitempty"`
	From    int    `json:"from"`
	To      int    `json:"to"`
}

// Final is one measure of the state at the end of a play.
type Final struct {
	Measure string `json:"measure"`
	Event   bool   `json:"event,omitempty"`
	Value   int    `json:"value"`
}

// Record is the whole story of one play.
type Record struct {
	Procedure string  `json:"procedure"`
	Entries   []Entry `json:"entries"`
	Result    []Final `json:"result,omitempty"` // empty while the play is unfinished
}

// Rules returns every rule that the record cites, each once, in order of first mention.
func (r *Record) Rules() []rulebook.ID {
	var ids []rulebook.ID
	seen := map[rulebook.ID]bool{}
	add := func(id rulebook.ID) {
		if id != "" && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	for _, e := range r.Entries {
		for _, id := range e.Rules {
			add(id)
		}
		for _, n := range e.Why {
			for _, re := range n.Reasons {
				add(re.Rule)
				for _, id := range re.Also {
					add(id)
				}
			}
		}
		for _, re := range e.Notes {
			add(re.Rule)
			for _, id := range re.Also {
				add(id)
			}
		}
	}
	return ids
}

// Faces returns every face of the record in the order in which it fell.
func (r *Record) Faces() []int16 {
	var all []int16
	for _, e := range r.Entries {
		if e.Roll != nil {
			all = append(all, e.Roll.Faces...)
			all = append(all, e.Roll.Reroll...)
			all = append(all, e.Roll.Extra...)
		}
	}
	return all
}
