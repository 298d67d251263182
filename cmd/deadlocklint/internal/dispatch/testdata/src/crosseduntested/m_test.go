package m

import "testing"

func TestOld(t *testing.T) { Old() }
