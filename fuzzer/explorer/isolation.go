package explorer

import (
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// Isolations are the runs that had a process each, by the reason.
type Isolations map[boundary.IsolationReason]Isolation

// An Isolation is a number of such runs.
type Isolation struct {
	Runs int
	CPU  time.Duration // of their processes
}

// put adds the run of a process.
func (list *Isolations) put(why boundary.IsolationReason, cpu time.Duration) {
	list.Add(Isolations{why: {1, cpu}})
}

// Add adds the runs of another exploration.
func (list *Isolations) Add(more Isolations) {
	for why, m := range more {
		if *list == nil {
			*list = Isolations{}
		}
		i := (*list)[why]
		(*list)[why] = Isolation{i.Runs + m.Runs, i.CPU + m.CPU}
	}
}
