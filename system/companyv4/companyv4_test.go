package companyv4_test

import (
	"testing"

	"umpire/system/companyv4"
	"umpire/system/systemtest"
)

func TestSystem(t *testing.T) { systemtest.Run(t, companyv4.System(), "cases") }
