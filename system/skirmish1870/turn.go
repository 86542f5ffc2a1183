package skirmish1870

import (
	"fmt"
	"slices"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Turn is one player's initiative turn, or a part of it: his pool, and what his models do with it,
// in their order.
type Turn struct {
	// Leaders make the pool of the turn; AP is the pool when it is known.
	Leaders []Leader `yaml:"leaders" maxItems:"12"`
	AP      *int     `yaml:"ap" minimum:"0" maximum:"99"`
	// LeftOver are the points that were left when the turn began.
	LeftOver    int          `yaml:"left_over" minimum:"0" maximum:"99"`
	Activations []Activation `yaml:"activations" maxItems:"12"`
}

// Leader is a leader of the player.
type Leader struct {
	Name       string `yaml:"name"`
	Unit       string `yaml:"unit"`
	Role       string `yaml:"role" enum:"officer,sergeant"`
	Suppressed bool   `yaml:"suppressed"`
	Out        bool   `yaml:"out"`
}

// Activation is one model, Group or ambush marker and what it does.
type Activation struct {
	Name   string `yaml:"name"`
	Unit   string `yaml:"unit"`
	Role   string `yaml:"role" enum:"private,officer,sergeant,standard,musician,hero,sniper"`
	Cost   string `yaml:"cost"`
	Weapon string `yaml:"weapon"`
	// Members is how many models act as a Group, its leader among them.
	Members int `yaml:"members" minimum:"1" maximum:"24" default:"1"`
	// Mount says how it moves; absent means as the unit does.
	Mount  string `yaml:"mount" enum:"foot,horse,wounded_horse,wagon"`
	Marker bool   `yaml:"marker"`
	// Scout says that the model, or the leader or every member of the Group, is a scout.
	Scout      *bool `yaml:"scout"`
	Suppressed bool  `yaml:"suppressed"`
	Aimed      bool  `yaml:"aimed"`
	// Loaded says whether the weapon is; absent means as at the start of play.
	Loaded *bool `yaml:"loaded"`
	// ReloadSteps and RecoverSteps are what has been done of a reloading and a recovery.
	ReloadSteps  int `yaml:"reload_steps" minimum:"0" maximum:"3"`
	RecoverSteps int `yaml:"recover_steps" minimum:"0" maximum:"1"`
	// Used are the actions that it has taken in this turn, Moved how many of them were Moves.
	Used    int      `yaml:"used" minimum:"0" maximum:"3"`
	Moved   int      `yaml:"moved" minimum:"0" maximum:"3"`
	Helpers []Helper `yaml:"helpers" maxItems:"12"`
	Actions []Action `yaml:"actions" maxItems:"6"`
}

// Helper is a friend near a suppressed model.
type Helper struct {
	Unit       string   `yaml:"unit"`
	Role       string   `yaml:"role" enum:"private,officer,sergeant,standard,musician,hero,sniper"`
	DistanceCM *float64 `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Centres    *Centres `yaml:"centres"`
	Suppressed bool     `yaml:"suppressed"`
	Out        bool     `yaml:"out"`
	// Itself says that this is the very model that recovers.
	Itself bool `yaml:"itself"`
}

// Action is one action.
type Action struct {
	Do string `yaml:"do" required:"true" enum:"move,shoot,spot,aim,reload,recover,seize"`
	// Way is how a Move goes.
	Way       string `yaml:"way" enum:"plain,charge,road,column" default:"plain"`
	Difficult bool   `yaml:"difficult"`
	// DistanceCM is how far a marker to be spotted or gear to be seized is.
	DistanceCM *float64 `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Centres    *Centres `yaml:"centres"`
}

// Orders is what a turn changes.
type Orders struct {
	AP    int8
	Found int8 // markers revealed by Spot actions
	Men   [maxActive]Soldier
}

// Soldier is what the actions of one model or Group have come to.
type Soldier struct {
	Used, Moves int8
	Suppressed  bool
	Aimed       bool
	Loaded      bool
	Reload      int8  // Reload actions of an unfinished loading
	Recover     int8  // Recover actions of an unfinished recovery
	Path        int32 // hundredths of a centimetre
}

const maxActive = 12

var turnKind = system.Kind{
	ID:   "turn",
	Name: rulebook.Text{RU: "Ход и очки действия", EN: "A turn and its action points"},
	New:  func() system.Engagement { return new(Turn) },
	Sample: `
leaders: [{unit: P-OFF}]
activations:
  - unit: P-SCO
    actions: [{do: spot, distance_cm: 44}, {do: move}]
  - unit: P-INF
    loaded: false
    actions: [{do: reload}]
`,
}

// active is an activated model or Group as settled.
type active struct {
	*Activation
	field  string
	label  any
	role   string
	cost   Cost
	weapon *Weapon
	mount  string
	scout  bool
	group  bool
	man    int // index of its Soldier
	helper *reason
	no     []reason // friends who do not help, and why
}

// Judge implements system.Engagement.
func (e *Turn) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	pool, ps := e.pool()
	acts, start, more := e.settle(o)
	if ps = append(ps, more...); ps != nil {
		return nil, ps
	}
	start.AP = int8(min(pool.Value, 127))
	j := &system.Judgement{Numbers: []number{pool}}
	proc := procedure.Procedure[Orders]{Key: "turn", Start: start}
	s := start
	for i, a := range acts {
		if no := a.outOfTurn(acts[:i]); no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		j.Reasons = append(j.Reasons, a.reasons(i == a.first(acts))...)
		if i == a.first(acts) {
			a.newTurn(&s)
			a.newTurn(&proc.Start)
		}
		var steps []procedure.Step[Orders]
		for k := range a.Actions {
			x := &deed{a: a, Action: &a.Actions[k], o: o, field: fmt.Sprintf("%s.actions[%d]", a.field, k)}
			if no := x.forbidden(&s); no != nil {
				return &system.Judgement{Refusal: no}, nil
			}
			j.Numbers = append(j.Numbers, x.price(&s))
			if n, ok := x.test(); ok {
				j.Numbers = append(j.Numbers, n)
			}
			steps = append(steps, x.step())
			x.apply(&s, false, nil)
		}
		j.Numbers = append(j.Numbers, a.after(&s), a.still(&s))
		if steps != nil {
			proc.Steps = append(proc.Steps, procedure.Step[Orders]{Key: "activation", Rule: "SK-TURN-06", Steps: steps})
		}
	}
	for _, a := range acts {
		if no := a.unfinished(&s, o); no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
	}
	proc.Steps = append(proc.Steps, procedure.Step[Orders]{
		Key: "turn-ends", Rule: "SK-TURN-03",
		Then: func(s *Orders, _ outcome, l *log) { l.SayN("SK-TURN-03", "points-for-reactions", int(s.AP)) },
	})
	proc.Measures = turnMeasures(acts)
	j.Program = system.Run(proc)
	return j, nil
}

// commandOf is the AP that a leader of a role gives (SK-TURN-02).
func commandOf(role string) int {
	if role == "officer" {
		return 4
	}
	return 2
}

// poolBase is the AP that every player has without leaders (SK-TURN-02).
const poolBase = 4

// pool is the pool of the turn (SK-TURN-02).
func (e *Turn) pool() (number, explain.Problems) {
	if e.AP != nil {
		if len(e.Leaders) > 0 || e.LeftOver > 0 {
			return number{}, explain.Problems{explain.Wrong("ap", "pool-twice")}
		}
		return explain.Amount("pool-of-ap", explain.Worth("SK-TURN-04", "pool-given", *e.AP)), nil
	}
	n := explain.Amount("pool-of-ap", explain.Worth("SK-TURN-02", "pool-base", poolBase))
	for i, l := range e.Leaders {
		field := fmt.Sprintf("leaders[%d]", i)
		u, ps := unitOf(field, l.Unit)
		if ps != nil {
			return n, ps
		}
		role, label, command := l.Role, any(l.Name), 0
		if u != nil {
			if role != "" && role != u.Role {
				return n, explain.Problems{explain.Wrong(field+".role", "role-of-unit", is("value", role), is("want", u.Role))}
			}
			role, command = u.Role, u.Command
		}
		switch {
		case role == "":
			return n, explain.Problems{explain.Wrong(field+".role", "field-missing")}
		case !leads(role):
			return n, explain.Problems{explain.Wrong(field+".unit", "not-a-leader", is("value", l.Unit))}
		case u == nil:
			command = commandOf(role)
		}
		if l.Name == "" {
			label = explain.Word("role-" + role)
			if u != nil {
				label = u.Name
			}
		}
		switch {
		case l.Out:
			n = n.Noting(explain.Because("SK-TURN-02", "leader-out", is("who", label)))
		case l.Suppressed:
			n = n.Noting(explain.Because("SK-TURN-02", "leader-down", is("who", label)))
		default:
			n = n.With(explain.Worth("SK-TURN-02", "leader-commands", command, is("who", label)))
		}
	}
	if e.LeftOver > 0 {
		n = n.Noting(explain.Because("SK-TURN-02", "old-points-lost", is("n", e.LeftOver)))
	}
	return n, nil
}

// settle fills the activations from the roster; those of one name are one soldier.
func (e *Turn) settle(o options) ([]*active, Orders, explain.Problems) {
	var s Orders
	var out []*active
	var ps explain.Problems
	byName := map[string]*active{}
	men := 0
	for i := range e.Activations {
		copied := e.Activations[i]
		copied.Actions = slices.Clone(copied.Actions)
		a := &active{Activation: &copied, field: fmt.Sprintf("activations[%d]", i)}
		earlier := byName[a.Name]
		if more := a.settle(o, a.Name != "" && earlier != nil); more != nil {
			ps = append(ps, more...)
			continue
		}
		if a.Name != "" && earlier != nil {
			a.man = earlier.man
			a.role, a.cost, a.weapon, a.mount, a.scout, a.group, a.label = earlier.role, earlier.cost, earlier.weapon, earlier.mount, earlier.scout, earlier.group, earlier.label
			a.Members, a.Marker = earlier.Members, earlier.Marker
		} else {
			a.man = men
			men++
			byName[a.Name] = a
			s.Men[a.man] = Soldier{
				Used: int8(a.Used), Moves: int8(a.Moved), Suppressed: a.Suppressed, Aimed: a.Aimed,
				Loaded: a.Loaded != nil && *a.Loaded || a.Loaded == nil && a.weapon != nil && !a.weapon.Artillery,
				Reload: int8(a.ReloadSteps), Recover: int8(a.RecoverSteps),
			}
		}
		out = append(out, a)
	}
	return out, s, ps
}

// settle fills one activation. again says that the soldier has been described before.
func (a *active) settle(o options, again bool) explain.Problems {
	wrong := func(name, key string, facts ...explain.Fact) explain.Problems {
		return explain.Problems{explain.Wrong(a.field+"."+name, key, facts...)}
	}
	if ps := a.settleHelpers(o); ps != nil {
		return ps
	}
	for k := range a.Actions {
		x := &a.Actions[k]
		field := fmt.Sprintf("%s.actions[%d]", a.field, k)
		cm, ps := edge(field, x.DistanceCM, x.Centres)
		if ps != nil {
			return ps
		}
		x.DistanceCM = cm
		switch {
		case x.Do == "spot" && cm == nil:
			return explain.Problems{explain.Wrong(field+".distance_cm", "field-missing")}
		case x.Do != "spot" && x.Do != "seize" && cm != nil:
			return explain.Problems{explain.Wrong(field+".distance_cm", "no-distance-here")}
		case x.Do != "move" && (x.Difficult || x.Way != "plain"):
			return explain.Problems{explain.Wrong(field+".way", "way-of-moves")}
		}
	}
	if again {
		if a.Unit+a.Role+a.Cost+a.Weapon+a.Mount != "" || a.Members != 1 || a.Marker || a.Scout != nil || a.Suppressed || a.Aimed || a.Loaded != nil ||
			a.ReloadSteps+a.RecoverSteps+a.Used+a.Moved > 0 {
			return wrong("name", "described-twice", is("value", a.Name))
		}
		return nil
	}
	u, ps := unitOf(a.field, a.Unit)
	if ps != nil {
		return ps
	}
	a.role, a.mount = "private", "foot"
	weapon := a.Weapon
	if u != nil {
		a.role, a.label, a.scout = u.Role, u.Name, u.Scout
		if weapon == "" {
			weapon = u.Weapon
		}
		if u.Mounted {
			a.mount = "horse"
		}
	}
	if a.Role != "" {
		a.role = a.Role
	}
	if a.Mount != "" {
		a.mount = a.Mount
	}
	if a.Scout != nil {
		a.scout = *a.Scout
	}
	switch {
	case a.Name != "":
		a.label = a.Name
	case a.label == nil:
		a.label = explain.Word("role-" + a.role)
	}
	if a.cost, _, ps = costOf(a.field, a.Unit, a.Cost); ps != nil {
		return ps
	}
	if weapon != "" && weapon != "none" {
		if a.weapon = Roster().Weapon(weapon); a.weapon == nil {
			return wrong("weapon", "unknown-arm", is("value", weapon))
		}
	}
	a.group = a.Members > 1
	loaded := a.Loaded != nil && *a.Loaded
	switch {
	case a.Suppressed && a.Aimed:
		return wrong("aimed", "aimed-suppressed")
	case a.Moved > a.Used:
		return wrong("moved", "moved-more-than-used", is("value", a.Moved), is("want", a.Used))
	case a.RecoverSteps > 0 && !a.Suppressed:
		return wrong("recover_steps", "recovers-from-nothing")
	case a.RecoverSteps > 0 && o.is("recover-split", "no") && a.Used == 0:
		return wrong("recover_steps", "recovery-not-split")
	case a.ReloadSteps > 0 && (loaded || a.weapon == nil || a.ReloadSteps >= a.weapon.Reload):
		return wrong("reload_steps", "reload-steps-too-many", is("value", a.ReloadSteps))
	case a.Loaded != nil && a.weapon == nil:
		return wrong("loaded", "loaded-without-weapon")
	case a.Loaded != nil && !loaded && a.weapon.Reload == 0:
		return wrong("loaded", "always-loaded")
	case a.Marker && (a.group || a.Suppressed || a.Aimed || a.Loaded != nil || a.Helpers != nil):
		return wrong("marker", "marker-of-one")
	case a.group && a.Helpers != nil:
		return wrong("helpers", "helpers-of-group")
	case a.ReloadSteps > 0 && a.Loaded == nil && !a.weapon.Artillery:
		off := false
		a.Loaded = &off
	}
	return nil
}

// first is the index of the first activation of the same soldier.
func (a *active) first(acts []*active) int {
	for i, b := range acts {
		if b.man == a.man {
			return i
		}
	}
	return -1
}

// outOfTurn returns why a soldier may not be activated again when others were since, or at all, or
// nil (SK-TURN-06).
func (a *active) outOfTurn(earlier []*active) *explain.Refusal {
	if n := len(earlier); n > 0 && earlier[n-1].man != a.man && a.first(earlier) >= 0 && (a.group || !leads(a.role)) {
		return explain.Refuse(a.field+".name", explain.Because("SK-TURN-06", "activated-before", is("who", a.label)))
	}
	switch {
	case a.group && !leads(a.role):
		return explain.Refuse(a.field+".role", explain.Because("SK-GROUP-01", "no-leader"))
	case a.group && a.Suppressed:
		return explain.Refuse(a.field+".suppressed", explain.Because("SK-GROUP-03", "group-dissolved"))
	}
	return nil
}

// newTurn ends an aim of the turn before (SK-AIM-03).
func (a *active) newTurn(s *Orders) {
	if m := &s.Men[a.man]; m.Used == 0 {
		m.Aimed = false
	}
}

// reasons are the facts about an activation.
func (a *active) reasons(first bool) []reason {
	var rs []reason
	who := is("who", a.label)
	if a.Marker {
		rs = append(rs, explain.Because("SK-HIDE-05", "marker-as-soldier", is("cost", a.cost.String())))
	}
	if a.group {
		rs = append(rs, explain.Because("SK-GROUP-02", "group-pays-once", is("n", a.Members), is("cost", a.cost.String())))
	}
	if !first && leads(a.role) {
		rs = append(rs, explain.Because("SK-TURN-06", "leader-goes-on", who))
	}
	if !first {
		return rs
	}
	if a.Aimed && a.Used == 0 {
		rs = append(rs, explain.Because("SK-AIM-03", "aim-of-last-turn", who))
	}
	if a.Loaded == nil && a.weapon != nil && a.ReloadSteps == 0 && !a.Marker {
		key := "starts-loaded"
		if a.weapon.Artillery {
			key = "starts-unloaded"
		}
		rs = append(rs, explain.Because("SK-AMMO-02", key, is("weapon", a.weapon.Name)))
	}
	if a.Suppressed {
		rs = append(rs, a.no...)
	}
	return rs
}

// unfinished returns why a recovery that was begun may not stay unfinished, or nil (SK-PIN-04;
// option recover-split).
func (a *active) unfinished(s *Orders, o options) *explain.Refusal {
	if m := &s.Men[a.man]; m.Suppressed && m.Recover > 0 && o.is("recover-split", "no") {
		return explain.Refuse(a.field+".actions", explain.Because("SK-PIN-04", "recovery-in-one", is("who", a.label)))
	}
	return nil
}

// after is the pool after an activation.
func (a *active) after(s *Orders) number {
	n := explain.Amount("ap-after", explain.Worth("SK-TURN-04", "points-left", int(s.AP)))
	n.Of = a.label
	return n
}

// still is how many actions the soldier can still pay for (SK-TURN-04).
func (a *active) still(s *Orders) number {
	n := explain.Amount("actions-left", explain.Worth("SK-TURN-04", "actions-of-three", 3-int(s.Men[a.man].Used)))
	n.Of = a.label
	if k := a.affords(s); k < n.Value {
		price := 0
		if used := int(s.Men[a.man].Used) + k; used < 3 {
			price = a.cost[used]
		}
		n = n.With(explain.Worth("SK-TURN-04", "actions-too-dear", k-n.Value, is("price", price), is("cost", a.cost.String())))
	}
	return n
}

// affords counts the actions that a soldier can still pay for.
func (a *active) affords(s *Orders) int {
	ap, n := int(s.AP), 0
	for used := int(s.Men[a.man].Used); used < 3 && a.cost[used] <= ap; used++ {
		ap -= a.cost[used]
		n++
	}
	return n
}

// turnMeasures are the pool and the state of the soldier who acted last.
func turnMeasures(acts []*active) []procedure.Measure[Orders] {
	ms := []procedure.Measure[Orders]{{Key: "ap-left", Of: func(s *Orders) int { return int(s.AP) }}}
	spots := false
	for _, a := range acts {
		for _, x := range a.Actions {
			spots = spots || x.Do == "spot"
		}
	}
	if spots {
		ms = append(ms, procedure.Measure[Orders]{Key: "markers-found", Of: func(s *Orders) int { return int(s.Found) }})
	}
	if len(acts) == 0 {
		return ms
	}
	a := acts[len(acts)-1]
	man := func(s *Orders) *Soldier { return &s.Men[a.man] }
	ms = append(ms, procedure.Measure[Orders]{Key: "still-possible", Of: func(s *Orders) int { return a.affords(s) }})
	if a.weapon != nil && !a.Marker {
		ms = append(ms,
			procedure.Measure[Orders]{Key: "is-loaded", Event: true, Of: func(s *Orders) int { return boolInt(man(s).Loaded) }},
			procedure.Measure[Orders]{Key: "reload-steps", Of: func(s *Orders) int { return int(man(s).Reload) }},
			procedure.Measure[Orders]{Key: "is-aimed", Event: true, Of: func(s *Orders) int { return boolInt(man(s).Aimed) }},
		)
	}
	return append(ms,
		procedure.Measure[Orders]{Key: "is-suppressed", Event: true, Of: func(s *Orders) int { return boolInt(man(s).Suppressed) }},
		procedure.Measure[Orders]{Key: "is-running", Event: true, Of: func(s *Orders) int { return boolInt(man(s).Moves == 3) }},
		procedure.Measure[Orders]{Key: "path", Of: func(s *Orders) int { return int(man(s).Path) }},
	)
}
