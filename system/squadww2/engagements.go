package squadww2

import (
	"umpire/rulebook"
	"umpire/system"
)

// kinds are the questions that the system answers, in the order of the rulebook.
var kinds = []system.Kind{
	{
		ID:   "fire",
		Name: rulebook.Text{RU: "Прямая стрельба", EN: "Direct fire"},
		New:  func() system.Engagement { return new(Fire) },
		Sample: `
shooters:
  - {weapon: rifle, count: 8, range_cm: 30}
  - {weapon: lmg, range_cm: 30}
target: {type: infantry, men: 9, cover: 6, states: [failed_last_turn]}
`,
	},
	pinKind,
	turnStartKind,
	actionKind,
	firstAidKind,
	turnEndKind,
	chargeKind,
	ramKind,
	meleeKind,
	rollOffKind,
	scoreKind,
	repairKind,
	wreckKind,
	crewingKind,
	barrageKind,
	airCombatKind,
	flightLineKind,
	aircraftMoveKind,
}
