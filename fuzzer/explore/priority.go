package explore

// Priorities: what a goroutine starts with lies above what it is lowered to,
// and that lies above what goroutines that yield have.
const (
	priorityStart = 1 << 63
	priorityLow   = 1 << 62
)

// priorities holds a number for each goroutine; the highest one runs.
type priorities struct {
	random random
	of     [MaxGoroutines + 1]uint64 // by place; 0 for not drawn
	used   uint32                    // places from here on are 0
	floor  uint64                    // lower than all
}

// place is where the state of a goroutine is; ok is false for those beyond the limit. The
// clock has the first one.
func place(id uint32) (i uint32, ok bool) { return id + 1, id+1 <= MaxGoroutines }

func (q *priorities) begin(r random) {
	clear(q.of[:q.used])
	q.random, q.used, q.floor = r, 0, priorityLow
}

// get returns the priority of a goroutine, drawn when it is first seen. One
// beyond the limit has a new one each time.
func (q *priorities) get(id uint32) uint64 {
	i, ok := place(id)
	if !ok {
		return q.draw()
	}
	if q.of[i] == 0 {
		q.set(id, q.draw())
	}
	return q.of[i]
}

func (q *priorities) set(id uint32, to uint64) {
	if i, ok := place(id); ok {
		q.of[i] = to
		q.used = max(q.used, i+1)
	}
}

func (q *priorities) draw() uint64 { return q.random.next() | priorityStart }

// demote puts a goroutine below all others.
func (q *priorities) demote(id uint32) {
	q.floor--
	q.set(id, q.floor)
}

// highest returns the index of the goroutine with the highest priority.
func (q *priorities) highest(p *Point) int {
	best, most := 0, uint64(0)
	for i := range p.Enabled {
		if v := q.get(p.Enabled[i].ID); v > most {
			best, most = i, v
		}
	}
	return best
}
