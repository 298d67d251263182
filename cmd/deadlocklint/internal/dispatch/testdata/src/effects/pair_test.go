package effects

import "testing"

func TestCross(t *testing.T) { Cross() }
