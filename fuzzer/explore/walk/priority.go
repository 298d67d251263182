package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// The ranges of priorities. A goroutine starts above the lowered priorities, and these
// lie above the priorities of goroutines that yield.
const (
	priorityStart = 1 << 63
	priorityLow   = 1 << 62
)

// priorities holds a number for each goroutine; the highest one runs.
type priorities struct {
	random random.Random
	of     [point.MaxGoroutines]uint64 // 0 for not drawn
	used   uint32                      // slots from here on are 0
	clock  uint64                      // that of the clock; 0 for not drawn
	floor  uint64                      // lower than all
}

func (q *priorities) begin(r random.Random) {
	clear(q.of[:q.used])
	q.random, q.used, q.clock, q.floor = r, 0, 0, priorityLow
}

// get returns the priority of a goroutine, drawn when it is first seen. One
// beyond the limit has a new one each time.
func (q *priorities) get(id uint32) uint64 {
	if id < point.MaxGoroutines {
		if q.of[id] == 0 {
			q.set(id, q.draw())
		}
		return q.of[id]
	}
	v := q.draw()
	if id != point.Clock {
		return v
	}
	if q.clock == 0 {
		q.clock = v
	}
	return q.clock
}

func (q *priorities) set(id uint32, to uint64) {
	if id < point.MaxGoroutines {
		q.of[id] = to
		q.used = max(q.used, id+1)
	} else if id == point.Clock {
		q.clock = to
	}
}

func (q *priorities) draw() uint64 { return q.random.Next() | priorityStart }

// demote puts a goroutine below all others.
func (q *priorities) demote(id uint32) {
	q.floor--
	q.set(id, q.floor)
}

// highest returns the index of the goroutine with the highest priority.
func (q *priorities) highest(p *point.Point) int {
	best, most := 0, uint64(0)
	for i := range p.Enabled {
		if v := q.get(p.Enabled[i].ID); v > most {
			best, most = i, v
		}
	}
	return best
}
