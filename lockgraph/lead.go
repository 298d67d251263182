package lockgraph

// A Blocked is a goroutine that is blocked for ever.
type Blocked struct {
	Func  string // that waits
	Class string // of the object that it waits for, "" for several, as in a select
	Lock  bool   // that object is a lock
	Group bool   // that object is a WaitGroup
	Holds bool   // the goroutine holds a lock
}

// Lead returns the indices of the goroutines of a stuck state that are its cause, in order. These
// are the goroutines that wait for something else than a lock and hold one: the others need that lock.
// Where there are none, goroutines that only wait for a WaitGroup are left out: the group waits for the
// others. All are the cause where nobody is left.
func Lead(stuck []Blocked) (lead []int) {
	for _, is := range []func(Blocked) bool{
		func(b Blocked) bool { return b.Holds && !b.Lock },
		func(b Blocked) bool { return !b.Group || b.Holds },
		func(Blocked) bool { return true },
	} {
		for i, b := range stuck {
			if is(b) {
				lead = append(lead, i)
			}
		}
		if len(lead) > 0 {
			break
		}
	}
	return lead
}

// BlockedKeys are the edges that identify a stuck state: those of its [Lead]. The operation does not matter.
func BlockedKeys(stuck []Blocked) (keys []EdgeKey) {
	for _, i := range Lead(stuck) {
		keys = append(keys, EdgeKey{Func: stuck[i].Func, Class: stuck[i].Class})
	}
	return keys
}
