package squadww2_test

import (
	"testing"

	"umpire/system/squadww2"
	"umpire/system/systemtest"
)

func TestSystem(t *testing.T) { systemtest.Run(t, squadww2.System(), "cases") }

func FuzzEngagement(f *testing.F) { systemtest.Fuzz(f, squadww2.System()) }
