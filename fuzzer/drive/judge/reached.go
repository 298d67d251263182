package judge

// This file notes which branches of the module the calls reach, by counters of the compiler.

// Limits of a process.
const (
	mostNoted = 2 // runs of a trial that are looked at: further schedules reach little more
	mostTold  = 4 // trials that tell of a counter: it is not rare then
)

// A Counter is that of a branch, as package testing numbers it. The number is the same in each build of the package.
type Counter uint64

// Function is the number of its function.
func (c Counter) Function() uint32 { return uint32(c >> 32) }

// Of is how many counters its function has.
func (c Counter) Of() int { return int(uint16(c >> 16)) }

// A Reach is the counters that a call was the first one of its trial to reach so often.
type Reach struct {
	Step     int // its number in the driver
	Times    int // one of oftens
	Counters []Counter
}

// oftens are the numbers of times that are told apart.
var oftens = []int{1, 2, 3, 5}

// An often is a counter that was reached so often.
type often struct {
	counter Counter
	times   int
}

// Counters that this process has seen.
var (
	told    = map[often]int{}          // in how many trials
	noticed = map[int]map[often]bool{} // by each trial
)

// reaches notes the counters that were reached since it was asked last. The step is a guess: a goroutine that a call has
// started may go on in a later one, which then has its counters.
func (r *run) reaches(step int) {
	if !r.looks {
		return
	}
	if list, times := reachedIn(r.t); step >= 0 {
		r.note(step, list, times)
	}
}

// note notes the counters that a call has reached, and how often.
func (r *run) note(step int, list []uint64, times []uint32) {
	for _, n := range oftens {
		fresh := Reach{Step: step, Times: n}
		for i, c := range list {
			before := r.hits[c]
			if before < n && before+int(times[i]) >= n && r.isNew(often{Counter(c), n}) {
				fresh.Counters = append(fresh.Counters, Counter(c))
			}
		}
		if len(fresh.Counters) > 0 {
			r.reached = append(r.reached, fresh)
		}
	}
	for i, c := range list {
		r.hits[c] += int(times[i])
	}
}

// isNew notes that a trial has reached a counter so often. It reports whether that is to be told.
func (r *run) isNew(o often) bool {
	if noticed[r.trial] == nil {
		noticed[r.trial] = map[often]bool{}
	}
	if noticed[r.trial][o] {
		return false
	}
	noticed[r.trial][o] = true
	told[o]++
	return told[o] <= mostTold
}

// reachedBy are the counters that the trial has reached. A trial with a panic is made again without that call, or does not count.
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
