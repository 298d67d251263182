package boundary

// Isolated says that each run needs a process of its own.
type Isolated struct{ Why IsolationReason }

// An IsolationReason is why, "" for no reason.
type IsolationReason string

// The reasons for which the driver gives each run a process.
const (
	IsolatedState IsolationReason = "spoiled" // an ending did not happen again: runs depend on the state that the runs before have left
	IsolatedFirst IsolationReason = "first"   // an ending did not happen in the first run of a process: others may end so
	IsolatedLazy  IsolationReason = "lazy"    // first runs go another way than those after them, and are looked at, too
	IsolatedBase  IsolationReason = "ended"   // the base schedule ends the process
	IsolatedForce IsolationReason = "forced"  // goroutines are to meet at places that a process may come to once
)

// The reasons that a process tells after runs of the base schedule.
const (
	IsolatedGoroutines IsolationReason = "crowded" // the first run left so many goroutines that no other one has room
	IsolatedSteps      IsolationReason = "cut"     // the first run was cut off at the limit of steps
)

// The reasons when runs of the base schedule differ. They name the things that the runs have used: the first of these that is there.
const (
	IsolatedOutside   IsolationReason = "outside"   // the network, the system, or child processes
	IsolatedCollector IsolationReason = "collector" // the times of the collector
	IsolatedPools     IsolationReason = "pools"     // values of sync.Pool
	IsolatedBeside    IsolationReason = "beside"    // objects that goroutines beside the run use
	IsolatedTimers    IsolationReason = "timers"    // timers that a run has set and left
	IsolatedEnd       IsolationReason = "end"       // none of these, and a run ends in another way: variables of a package
	IsolatedUnlike    IsolationReason = "unlike"    // none of these, and a run takes other steps
)

// Unlike is why runs of the base schedule differ which have used these inputs. ends says that one has ended in another way.
func Unlike(in Input, ends bool) IsolationReason {
	for _, known := range []struct {
		in  Input
		why IsolationReason
	}{
		{Outside | Children | FileLocks | Connections | Signals | CCode | Callbacks | Shared | Calls, IsolatedOutside},
		{Collector, IsolatedCollector}, {Pools, IsolatedPools}, {Beside | Bubble, IsolatedBeside}, {Timers, IsolatedTimers},
	} {
		if in&known.in != 0 {
			return known.why
		}
	}
	if ends {
		return IsolatedEnd
	}
	return IsolatedUnlike
}

// Differs reports whether runs of one schedule differ for this reason.
func (why IsolationReason) Differs() bool {
	switch why {
	case IsolatedOutside, IsolatedCollector, IsolatedPools, IsolatedBeside, IsolatedTimers, IsolatedEnd, IsolatedUnlike:
		return true
	}
	return false
}

// Fields describes the line.
func (l *Isolated) Fields(c *Codec) {
	c.Word("apart")
	c.Text("why", (*string)(&l.Why))
}
