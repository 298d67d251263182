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

var e, f sync.Mutex

// prepare makes nothing parallel but the subtest.
func prepare(t *testing.T) {
	t.Run("sub", func(t *testing.T) { t.Parallel() })
}

func TestPrepared(t *testing.T) {
	prepare(t)
	e.Lock()
	defer e.Unlock()
	f.Lock()
	defer f.Unlock()
}

func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Parallel()
	f.Lock()
	defer f.Unlock()
	e.Lock()
	defer e.Unlock()
}
