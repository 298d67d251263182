package idle

import "testing"

func TestNothing(t *testing.T) {}
