package predict

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A groupUse has the effects of a run on a WaitGroup.
type groupUse struct {
	count int
	adds  []trace.Event // the OpAt of each Add that raised the count
	done  map[trace.G]bool
}

func (u *groupUse) add(e *trace.Event, at trace.Event) {
	delta := int(int64(e.Arg))
	u.count += delta
	switch {
	case delta < 0:
		u.done[e.G] = true
	case at.G == e.G:
		u.adds = append(u.adds, at)
	}
}

// without are the go statements of goroutines that were started after an Add, by the goroutine of the Add, and that have
// ended without Done. Where goroutines of one statement have called Done, those of other statements are not
// counted: nothing says that they were to call it.
func (a *account) without(u *groupUse) (list []trace.Event) {
	done := map[uint64]bool{}
	var left []trace.Event
	seen := map[trace.G]bool{}
	for _, add := range u.adds {
		if seen[add.G] {
			continue
		}
		seen[add.G] = true
		for _, start := range a.started[add.G] {
			switch child := trace.G(start.Obj); {
			case start.Seq < add.Seq:
			case u.done[child]:
				done[start.Arg] = true
			case a.ended[child]:
				left = append(left, start)
			}
		}
	}
	for _, start := range left {
		if len(done) == 0 || done[start.Arg] {
			list = append(list, start)
		}
	}
	return list
}
