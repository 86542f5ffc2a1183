package skirmish1870

import "umpire/system"

// kinds are the questions that the system answers, in the order of the rulebook.
var kinds = []system.Kind{
	shootingKind,
	reactionKind,
	hitsKind,
	meleeKind,
	moraleKind,
	turnKind,
	viewKind,
	ambushKind,
	setupKind,
	initiativeKind,
}
