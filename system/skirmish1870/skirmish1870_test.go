package skirmish1870_test

import (
	"testing"

	"umpire/system/skirmish1870"
	"umpire/system/systemtest"
)

func TestSystem(t *testing.T) { systemtest.Run(t, skirmish1870.System(), "cases") }

func FuzzEngagement(f *testing.F) { systemtest.Fuzz(f, skirmish1870.System()) }
