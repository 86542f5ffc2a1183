// Package systems lists the rule systems that the program knows.
package systems

import (
	"umpire/system"
	"umpire/system/companyv4"
	"umpire/system/hexmodern"
	"umpire/system/skirmish1870"
	"umpire/system/squadww2"
)

// All returns every system, in the order in which they are shown.
func All() []*system.System {
	return []*system.System{
		squadww2.System(),
		skirmish1870.System(),
		hexmodern.System(),
		companyv4.System(),
	}
}
