package p_test

import (
	"testing"

	"example.com/p/p"
)

func TestOut(t *testing.T) { v := &p.T{}; v.Inc(2) }
