package judge

// This file notes which branches of the module the calls reach, by counters of the compiler.

// Limits of what a process tells.
const (
	mostNoted = 2 // runs of a trial in which is looked: further schedules reach little more
	mostTold  = 4 // trials that tell of a counter: what more of them reach is not rare
)

// Rare is how many trials may reach a counter that is rare.
const Rare = mostTold - 1

// A Reach is the counters that a call was the first one of its trial to reach.
type Reach struct {
	Step     int // its number in the driver
	Counters []uint64
}

// Counters by their numbers, which are the same in each build of the package.
var (
	told    = map[uint64]int{}          // in how many trials of this process each was reached
	noticed = map[int]map[uint64]bool{} // by each trial, also in earlier runs
)

// reaches notes what was reached since it was asked last. The step is a guess: what is reached by a goroutine that a call has
// started counts for the call that is made then.
func (r *run) reaches(step int) {
	if !r.looks {
		return
	}
	list := reachedIn(r.t)
	if len(list) == 0 || step < 0 {
		return
	}
	if noticed[r.trial] == nil {
		noticed[r.trial] = map[uint64]bool{}
	}
	fresh := Reach{Step: step}
	for _, c := range list {
		if noticed[r.trial][c] {
			continue
		}
		noticed[r.trial][c] = true
		if told[c]++; told[c] <= mostTold {
			fresh.Counters = append(fresh.Counters, c)
		}
	}
	if len(fresh.Counters) > 0 {
		r.reached = append(r.reached, fresh)
	}
}

// reachedBy is what the trial has reached. A trial with a panic is made again without that call, or does not count.
func (r *run) reachedBy(rule Rule) []Reach {
	if rule == Void {
		return nil
	}
	return r.reached
}

// lastOf is the number of the last of these steps, -1 for none.
func lastOf(steps []Step) int {
	if len(steps) == 0 {
		return -1
	}
	return steps[len(steps)-1].N
}
