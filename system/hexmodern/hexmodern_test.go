package hexmodern_test

import (
	"testing"

	"umpire/system/hexmodern"
	"umpire/system/systemtest"
)

func TestSystem(t *testing.T) { systemtest.Run(t, hexmodern.System(), "cases") }

func FuzzEngagement(f *testing.F) { systemtest.Fuzz(f, hexmodern.System()) }
