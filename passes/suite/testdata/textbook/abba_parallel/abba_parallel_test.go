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

var c, d sync.Mutex

func prepare(t *testing.T) {
	t.Helper()
	t.Parallel()
}

func TestPrepared(t *testing.T) {
	prepare(t)
	c.Lock()
	defer c.Unlock()
	d.Lock() // want lockorder
	defer d.Unlock()
}

func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	dir := t.TempDir()
	t.Parallel()
	d.Lock()
	defer d.Unlock()
	c.Lock()
	defer c.Unlock()
	_ = dir
}
