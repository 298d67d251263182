package other

import (
	"testing"

	_ "example.com/effects/tell"
)

func TestOther(t *testing.T) { t.Log("other") }
