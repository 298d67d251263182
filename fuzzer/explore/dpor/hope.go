package dpor

// A hope is the work that a dpor may take. It gives up when its own estimate of the whole is more.
//
// The estimate is of the tree of its schedules, by the part of it that was visited (Kilby, Slaney, Thiébaux, Walsh: Estimating
// search tree size, AAAI 2006): at each point every goroutine that is to be tried has an equal share. Goroutines are added
// while the search goes on, and their schedules are not equally many. So the search gives up when the estimate is hopeFactor
// times as much as it may take.
type hope struct {
	most int // 0 is no limit
	work int // so far
}

// hopePart is the part of the work after which the estimate is asked: before, few of the goroutines to try are known.
const hopePart = 16

// hopeFactor is how wrong the estimate may be: with 4, of the programs of TestDPORGivesUp that fit nine of ten end at least.
const hopeFactor = 4

// workSteps is a length of a run: one of so many steps takes twice the work of a short one, since races are looked for among
// all pairs of steps.
const workSteps = 64

// spend counts a run of n steps.
func (h *hope) spend(n int) {
	if h.most > 0 {
		h.work += 1 + (n/workSteps)*(n/workSteps)
	}
}

// isLost reports whether the whole takes too much work, when so large a part of the schedules was visited.
func (h *hope) isLost(part float64) bool {
	return h.most > 0 && (h.work >= h.most || h.work >= h.most/hopePart && float64(h.work) > hopeFactor*part*float64(h.most))
}

// part is how much of the schedules was visited, as far as is known.
func (d *DPOR) part() float64 {
	part, share := 0.0, 1.0
	for i := range d.given {
		s := &d.steps[i]
		known, visited := 0, 0
		for k := range d.slots[s.first:][:s.n] {
			switch state := d.slots[int(s.first)+k].state; {
			case state&over != 0:
				known, visited = known+1, visited+1
			case state&tried != 0:
				known++
			}
		}
		share /= float64(max(known, 1))
		part += share * float64(visited)
	}
	return part
}
