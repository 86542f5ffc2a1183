package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// Bounds of one shooting.
const (
	maxTeams   = 14
	maxBatches = 6
)

// Attack is what the shots of one unit at another change. Everything but its results is zero when
// it is over.
type Attack struct {
	Sixes   int8                       // dice that await their second die (C4-GEN-03)
	Unseen  int8                       // 1 + visibility die at night; 0 before it is thrown or by day
	Flying  int8                       // 1 + aircraft left to fire; 0 when all teams fire
	Hits    [maxBatches]int8           // hits not yet placed
	On      [maxTeams][maxBatches]int8 // hits placed, not yet saved
	Shifted [maxTeams][maxBatches]int8 // of those, moved by a mistaken target

	Choices   int8 // teams between which the placing player has to choose
	Served    uint8
	Joined    bool
	Settled   bool // no more shifting
	From, To  int8 // 1 + team, of the shift tried now
	Team      int8 // 1 + team that saves now
	Batch     int8
	Was       bool // the hit saved now is one that was shifted
	Fate      int8 // what the save left open
	CrewOut   bool // the team that saves now is bailed out
	Dead      bool // … is destroyed
	Destroyed int8
	Bailed    int8 // newly bailed out, and not destroyed since
	Total     int8 // hits
	Counting  int8 // hits that count for the pinning of the target's unit
	First     bool // the first target team is destroyed
	Leader    bool // the unit leader is destroyed
	Smoked    bool
	Pinned    bool
}

// What a save leaves open.
const (
	nothing = iota
	equal   // the armour total equals the anti-tank number
	below   // it is below
	failed  // another save failed
)

// shot is a batch ready to be thrown.
type shot struct {
	dice   number // per team
	teams  int
	need   number
	second int // target of the second die; 0 where one die decides
	prof   *profile
	batch  *Batch
	at     int // index of the target team
	group  int // batches at one target team
	harm   bool
	moves  bool // its hits may be shifted (C4-MIST-08)
	// Numbers of the results, by class of team (0 the target's unit, 1 the joined unit).
	armour [2]number
	save   [2]number
	fp     number
	cover  [2]bool
}

// field is one attack ready to be carried out.
type field struct {
	shots   []shot
	order   []int // batches by group, the order of placing
	groups  int
	teams   []Team
	own     int // teams of the target's own unit; the others are of the joined unit
	units   [2]*UnitType
	join    *Join
	protect map[string]bool
	o       options
	m       measure
	night   bool
	mistake bool   // mistaken targets are allowed
	pin     number // hits that pin; impossible for those that are never pinned
	before  int
	// Answers that name teams, made once.
	placing  [maxTeams]string
	shifting [maxTeams * maxTeams]string
}

func (f *field) class(team int) int {
	if team < f.own {
		return 0
	}
	return 1
}

// eligible says whether hits of a batch may be placed on a team.
func (f *field) eligible(a *Attack, team, shot int) bool {
	s := &f.shots[shot]
	if team >= f.own && !a.Joined {
		return false
	}
	t := &f.teams[team]
	seen := t.seenBy(shot)
	if !seen && f.o.is("valid_target_scope", "any_shooter_of_unit") {
		for i := range f.shots {
			seen = seen || t.seenBy(i)
		}
	}
	return seen && (team == s.at || t.near(f.m, f.teams[s.at].Name, s.at == 0))
}

func (a *Attack) held(team int) int {
	n := 0
	for _, h := range a.On[team] {
		n += int(h)
	}
	return n
}

// attackSteps are the steps of one unit's fire at another over a state that holds an Attack.
func attackSteps[S comparable](f *field, at func(*S) *Attack) []procedure.Step[S] {
	var steps []procedure.Step[S]
	if f.night {
		steps = append(steps, visibilityStep(f, at))
	}
	for i := range f.shots {
		steps = append(steps, hitSteps(f, i, at)...)
	}
	if f.join != nil {
		steps = append(steps, joinStep(f, at))
	}
	steps = append(steps, placeBlock(f, at))
	if f.mistake {
		steps = append(steps, mistakeBlock(f, at))
	}
	steps = append(steps, countStep(f, at), saveBlock(f, at), pinStep(f, at))
	return steps
}

// visibilityStep is the die of a unit that shoots at night (C4-NIGHT-01).
func visibilityStep[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	return procedure.Step[S]{
		Key: "visibility", Rule: "C4-NIGHT-01",
		Roll: func(*S) dice.Roll { return dice.Face() },
		Then: func(s *S, o dice.Outcome, log *procedure.Log) {
			at(s).Unseen = int8(o.Total()) + 1
			if log.On() {
				log.Note(explain.Because("C4-NIGHT-01", "visibility", is("range", f.m.length(f.visible(at(s))))))
			}
		},
	}
}

// visible is how far the unit sees.
func (f *field) visible(a *Attack) float64 { return float64(a.Unseen-1) * f.m.in(aircraftCover) }

// dark says whether the target of a shot is beyond visibility.
func (f *field) dark(a *Attack, i int) bool {
	return f.night && f.shots[i].batch.Distance > f.visible(a)
}

// firing is how many teams fire the shot.
func (s *shot) firing(a *Attack) int {
	if a.Flying > 0 {
		return min(s.teams, int(a.Flying)-1)
	}
	return s.teams
}

// hitSteps are the dice of one batch, and the second dice of those that need more than a 6.
func hitSteps[S comparable](f *field, i int, at func(*S) *Attack) []procedure.Step[S] {
	s := &f.shots[i]
	score := func(a *Attack, hits int, log *procedure.Log) {
		if hits == 0 {
			return
		}
		if !s.harm {
			a.Smoked = true
			log.Say("C4-SMOKE-01", "under-smoke")
			return
		}
		a.Hits[i] += int8(hits)
		a.Total += int8(hits)
	}
	target := s.need.Target()
	if s.second > 0 {
		target = 6
	}
	steps := []procedure.Step[S]{{
		Key: "hit", Rule: "C4-HIT-02", Also: []rulebook.ID{"C4-DICE-01", "C4-DECL-02"},
		If:   func(st *S) bool { return s.need.Possible() && !f.dark(at(st), i) },
		Roll: func(st *S) dice.Roll { return dice.Count(s.dice.Value*s.firing(at(st)), target) },
		Then: func(st *S, o dice.Outcome, log *procedure.Log) {
			if s.second > 0 {
				at(st).Sixes = int8(o.Successes())
				return
			}
			score(at(st), o.Successes(), log)
		},
		Why: func(*S) []number { return []number{s.dice, s.need} },
	}}
	if s.second > 0 {
		steps = append(steps, procedure.Step[S]{
			Key: "second-dice", Rule: "C4-GEN-03",
			If:   func(st *S) bool { return at(st).Sixes > 0 },
			Roll: func(st *S) dice.Roll { return dice.Count(int(at(st).Sixes), s.second) },
			Then: func(st *S, o dice.Outcome, log *procedure.Log) {
				at(st).Sixes = 0
				score(at(st), o.Successes(), log)
			},
			Why: func(*S) []number { return []number{s.need} },
		})
	}
	return steps
}
