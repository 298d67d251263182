package a

import "testing"

func TestA(t *testing.T) { new(pair).cross() }
