package schedules

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A status is that of a goroutine.
type status byte

const (
	absent  status = iota // not started
	pending               // its timer runs
	live
	done
)

type goroutine struct {
	status status
	pc     int
}

// A Hold is a lock in the hands of a goroutine.
type hold struct {
	slot, site int
}

// A grip is how far a writer has got.
type grip byte

const (
	free      grip = iota
	announced      // waits until the readers before it are gone
	held
)

// A cell is the state of an object of any kind.
type cell struct {
	writer  hold // of Mutex and RWMutex, and the goroutine inside of a Once
	grip    grip
	readers []hold
	closed  bool
	buf     []int // the values in a channel
	count   int   // of a WaitGroup; 1 when a Once is done
}

// A state has the positions of all goroutines and the states of all objects.
type state struct {
	goroutines []goroutine
	cells      []cell
}

func (s *state) clone() *state {
	c := &state{slices.Clone(s.goroutines), slices.Clone(s.cells)}
	for i := range c.cells {
		c.cells[i].readers = slices.Clone(c.cells[i].readers)
		c.cells[i].buf = slices.Clone(c.cells[i].buf)
	}
	return c
}

// key is equal for equal states only.
func (s *state) key() string {
	b := make([]byte, 0, 64)
	number := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	for _, g := range s.goroutines {
		b = append(b, byte(g.status))
		number(g.pc)
	}
	for i := range s.cells {
		c := &s.cells[i]
		b = append(b, byte(c.grip))
		number(c.writer.slot)
		number(c.writer.site)
		number(len(c.readers))
		for _, h := range c.readers {
			number(h.slot)
			number(h.site)
		}
		if c.closed {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
		number(len(c.buf))
		for _, v := range c.buf {
			number(v)
		}
		number(c.count)
	}
	return string(b)
}

// take makes a goroutine the writer.
func (c *cell) take(slot, site int, g grip) { c.writer, c.grip = hold{slot, site}, g }

func (c *cell) release() { c.writer, c.grip = hold{}, free }

func (c *cell) read(slot, site int) {
	c.readers = append(c.readers, hold{slot, site})
	slices.SortFunc(c.readers, func(a, b hold) int {
		return cmp.Or(cmp.Compare(a.slot, b.slot), cmp.Compare(a.site, b.site))
	})
}

// unread takes one read lock of the goroutine away, or of another one when it has
// none, as RUnlock does. It reports whether there was any.
func (c *cell) unread(slot int) bool {
	if len(c.readers) == 0 {
		return false
	}
	i := slices.IndexFunc(c.readers, func(h hold) bool { return h.slot == slot })
	c.readers = slices.Delete(c.readers, max(i, 0), max(i, 0)+1)
	return true
}
