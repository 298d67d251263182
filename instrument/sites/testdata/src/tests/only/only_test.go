package only

import (
	"testing"

	"example.com/p/p"
)

func TestOnly(t *testing.T) { v := &p.T{}; v.Inc(3) }
