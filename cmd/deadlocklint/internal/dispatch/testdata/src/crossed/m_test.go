package m

import "testing"

func TestOld(t *testing.T) { new(old).cross() }
