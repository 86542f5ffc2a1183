package hexmodern

import "umpire/system"

// kinds are the questions that the system answers, in the order of the rulebook.
var kinds = []system.Kind{
	cupKind,
	activationKind,
	moveKind,
	sightKind,
	fireKind,
	reactionKind,
	assaultKind,
	overrunKind,
	removalKind,
}
