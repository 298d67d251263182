package abba_parallel

import (
	"sync"
	"testing"
)

var a, b sync.Mutex

func TestFirst(t *testing.T) {
	t.Helper()
	t.Parallel()
	a.Lock()
	defer a.Unlock()
	b.Lock() // want lockorder
	defer b.Unlock()
}

func TestSecond(t *testing.T) {
	t.Parallel()
	b.Lock()
	defer b.Unlock()
	a.Lock()
	defer a.Unlock()
}

func TestSubtests(t *testing.T) {
	var g, h sync.Mutex
	t.Run("x", func(t *testing.T) {
		t.Parallel()
		g.Lock()
		defer g.Unlock()
		h.Lock() // want lockorder
		defer h.Unlock()
	})
	t.Run("y", func(t *testing.T) {
		t.Parallel()
		h.Lock()
		defer h.Unlock()
		g.Lock()
		defer g.Unlock()
	})
}
