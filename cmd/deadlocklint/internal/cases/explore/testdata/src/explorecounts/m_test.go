package m

import (
	"sync/atomic"
	"testing"
)

func TestCounts(t *testing.T) {
	var n atomic.Int64
	for range 300000 {
		n.Add(1)
	}
}

func TestAwaits(t *testing.T) {
	var n atomic.Int64
	for n.Load() == 0 {
	}
}
