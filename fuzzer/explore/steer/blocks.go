package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// blocks are the goroutines of a run that are in the middle of a block: after its begin, and
// before its end, with the object of both.
type blocks struct {
	list [point.MaxGoroutines]blockOf
	n    int
}

type blockOf struct {
	id     uint32
	object uint32
}

// note takes in that a goroutine goes on: a block ends, or begins.
func (b *blocks) note(a *point.Goroutine) {
	if a.Object == 0 {
		return
	}
	if a.Access&Second != 0 {
		b.remove(a.ID)
	}
	if a.Access&First != 0 && b.n < len(b.list) {
		b.remove(a.ID)
		b.list[b.n] = blockOf{a.ID, a.Object}
		b.n++
	}
}

func (b *blocks) remove(id uint32) {
	for i := range b.list[:b.n] {
		if b.list[i].id == id {
			b.n--
			b.list[i] = b.list[b.n]
			return
		}
	}
}

// has reports whether another goroutine is in a block of the object of a step.
func (b *blocks) has(a *point.Goroutine) bool {
	for _, in := range b.list[:b.n] {
		if in.id != a.ID && in.object == a.Object {
			return true
		}
	}
	return false
}
