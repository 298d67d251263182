package order

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// Modes of capp.
const (
	ModeSome = "some" // preempt where an operation of some goroutine is impacted
	ModeAll  = "all"  // preempt where those of all are, and bring goroutines there
)

// A Change orders schedules by the operations that a change of the program impacts: change-aware preemption
// prioritization (Jagannath, Luo, Marinov: Change-aware preemption prioritization, ISSTA 2011).
// At each point some choices are kept, and the others are put off. None is dropped.
//
//	some  keep all choices when the operation of some goroutine is impacted, else go on
//	all   keep all choices when those of all goroutines are, else the first that is not
//
// Deviations from the paper: it puts off preemptions alone. Here so are the choices after
// a goroutine that waits or has ended, of which a test has more. Two schedules may have equally many choices that were put
// off. Then the schedule with fewer preemptions comes first, and their bound is that of icb. The paper leaves open which goroutine mode all keeps: it is that of the base
// schedule when it is not impacted.
type Change struct{ Mode string }

// rank ranks the goroutines of a point at which none yields. by is the order without the
// change.
func (c *Change) rank(p *point.Point, by Ranking) Ranking {
	list := p.Goroutines()
	impacted, spared := 0, -1 // how many are, and the first that is not
	for i := range list {
		switch {
		case list[i].Impacted:
			impacted++
		case spared < 0 || i == by.first:
			spared = i
		}
	}
	keeps := impacted == len(list)
	if c.Mode == ModeSome {
		keeps = impacted > 0
	}
	switch {
	case keeps:
		return by
	case c.Mode == ModeAll:
		by.first = spared
	}
	by.Kept = 1
	return by
}
