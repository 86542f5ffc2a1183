package hexmodern

import "umpire/system"

// kinds are the questions that the system answers, in the order of the rulebook.
var kinds = []system.Kind{
	fireKind,
	reactionKind,
	assaultKind,
	overrunKind,
}
