package clean_parallel

import (
	"sync"
	"testing"
)

var a, b sync.Mutex

// Tests without Parallel run one after the other, and all of them before those with it.

func TestFirst(t *testing.T) {
	a.Lock()
	defer a.Unlock()
	b.Lock()
	defer b.Unlock()
}

func TestSecond(t *testing.T) {
	b.Lock()
	defer b.Unlock()
	a.Lock()
	defer a.Unlock()
}

func TestParallel(t *testing.T) {
	t.Parallel()
	b.Lock()
	defer b.Unlock()
	a.Lock()
	defer a.Unlock()
}

var c, d sync.Mutex

// What is before Parallel runs alone.

func TestEarly(t *testing.T) {
	c.Lock()
	d.Lock()
	d.Unlock()
	c.Unlock()
	t.Parallel()
}

func TestLate(t *testing.T) {
	t.Parallel()
	d.Lock()
	defer d.Unlock()
	c.Lock()
	defer c.Unlock()
}

// Each subtest has locks of its own.

func TestSubtests(t *testing.T) {
	for _, name := range []string{"x", "y"} {
		var g, h sync.Mutex
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g.Lock()
			h.Lock()
			h.Unlock()
			g.Unlock()
			h.Lock()
			g.Lock()
			g.Unlock()
			h.Unlock()
		})
	}
}

func TestOneByOne(t *testing.T) {
	var g, h sync.Mutex
	t.Run("x", func(t *testing.T) {
		g.Lock()
		defer g.Unlock()
		h.Lock()
		defer h.Unlock()
	})
	t.Run("y", func(t *testing.T) {
		h.Lock()
		defer h.Unlock()
		g.Lock()
		defer g.Unlock()
	})
}
