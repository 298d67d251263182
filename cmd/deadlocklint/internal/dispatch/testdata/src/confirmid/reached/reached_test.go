package reached

import "testing"

func TestIt(t *testing.T) { new(tested).cross() }

func TestOther(t *testing.T) {}
