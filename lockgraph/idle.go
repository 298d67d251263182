package lockgraph

import "slices"

// A Rest says what is known about a place at which a goroutine waits.
type Rest uint8

// The kinds of rest.
const (
	NoRest       Rest = iota // the goroutine waits for something that only the goroutines of Standing.For bring
	PresumedRest             // nobody is known who ends such a wait
	KnownRest                // work comes here from outside, or has not come yet
)

// A Standing is a goroutine that is blocked when nothing goes on any more.
type Standing struct {
	Worker bool // it was started to serve as long as the process lives
	Rest   Rest
	For    []int // the goroutines of the list that may end its wait
	All    bool  // it needs all of these, as at a WaitGroup. One is enough for a receive
}

// Idle reports for each goroutine whether it is idle: it would go on as soon as work came, and nobody needs it now. The idle
// goroutines are the largest set of workers with these properties:
//
//   - each of them rests, or waits for idle goroutines at rest, over any number of goroutines;
//   - no goroutine outside of the set waits for one of them.
//
// A worker that is presumed to rest makes nobody idle who waits for it. Workers that wait for one another in a circle are
// stuck: the first property is about chains that end.
func Idle(list []Standing) []bool {
	idle := make([]bool, len(list))
	for i := range list {
		idle[i] = list[i].Worker
	}
	for {
		next := resting(list, idle)
		for i := range list {
			if !next[i] {
				withdraw(list, i, next)
			}
		}
		if slices.Equal(next, idle) {
			return idle
		}
		idle = next
	}
}

// resting are the goroutines of a set that rest, or wait for others that do.
func resting(list []Standing, set []bool) []bool {
	in := make([]bool, len(list))
	for changed := true; changed; {
		changed = false
		for i := range list {
			if set[i] && !in[i] && list[i].rests(list, in) {
				in[i], changed = true, true
			}
		}
	}
	return in
}

// rests reports whether a goroutine rests, or waits for those of a set.
func (s *Standing) rests(list []Standing, set []bool) bool {
	serves := func(k int) bool { return set[k] && list[k].Rest != PresumedRest }
	switch {
	case s.Rest != NoRest:
		return true
	case s.All:
		return len(s.For) > 0 && !slices.ContainsFunc(s.For, func(k int) bool { return !serves(k) })
	}
	return slices.ContainsFunc(s.For, serves)
}

// withdraw takes those off a set for which goroutine i waits. The goroutines that they wait for follow with the next round.
func withdraw(list []Standing, i int, set []bool) {
	for _, k := range list[i].For {
		set[k] = false
	}
}
