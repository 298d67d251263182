package boundary

// An End says how a run of an exploration ended.
type End uint8

// The ends of a run.
const (
	Done     End = 1 + iota // every goroutine has ended
	Deadlock                // no goroutine can go on, and no goroutine is left to wake another
	Left                    // the body has ended, others are blocked
	Over                    // the limit of steps was reached
	Stalled                 // no goroutine of the run can go on, but the world outside could wake one
	Cycle                   // some wait for each other's locks, others go on
)

// Spins is a bit of the class of a run that is over: its goroutines spun, or yielded again
// and again.
const Spins = 1 << 8

// Lasts is a bit of the class of a run that is over: its goroutines that can run spin for ever, and change nothing.
const Lasts = 1 << 9

// An Input is a set of things that a run takes and, but for the clock, no strategy chooses.
type Input uint64

// The things. Those from Figures on are mechanisms that no schedule decides, but for Bubble.
const (
	Drawn       Input = 1 << iota // random numbers, the order of a map or of ready cases of a select
	Time                          // of the clock, or when a timer fires
	Outside                       // from goroutines outside of the run, or the network
	Window                        // the choice among more goroutines than a strategy is asked about
	Clock                         // the choice of the clock, which a strategy makes after all
	Beside                        // operations on objects of the run by goroutines outside of it, or by a bubble of testing/synctest that is in no run
	Figures                       // figures of the runtime: how many goroutines there are, or how much memory
	Bubble                        // that of a goroutine in such a bubble, which runs beside as well
	Children                      // child processes
	FileLocks                     // locks of files, which other processes may hold
	Connections                   // network connections and pipes
	Signals                       // signals of the system
	CCode                         // code in C
	Callbacks                     // of code in C
	Shared                        // memory that is shared with a file or a process
	Calls                         // other system calls
	Pools                         // the values of sync.Pool
	Collector                     // the times of the collector
	Alone                         // the test runs in parallel with others, and none of them runs beside it
	Blocked                       // more goroutines that are blocked for ever than are told
	Chosen                        // numbers of math/rand, which a strategy chooses after all
	Sampled                       // of these some that no strategy has chosen
	Timers                        // timers that an earlier run has set, which never fire
)

// Unruled are the mechanisms that no schedule decides.
const Unruled = Figures | Children | FileLocks | Connections | Signals | CCode | Callbacks | Shared | Calls | Pools | Collector

// Mechanism is the name of one thing that is not modelled, or "".
func (in Input) Mechanism() string {
	switch in {
	case Bubble:
		return "testing/synctest.Wait"
	case Children:
		return "child processes"
	case FileLocks:
		return "file locks"
	case Connections:
		return "network connections and pipes"
	case Signals:
		return "os/signal"
	case CCode:
		return "C code"
	case Callbacks:
		return "callbacks from C"
	case Shared:
		return "shared memory"
	case Calls:
		return "other system calls"
	}
	return ""
}

// Base is the number of the run under the base schedule.
const Base = -1

// ExitDeadlock is the exit status of a process that ends since it has come to a deadlock.
const ExitDeadlock = 66

// OpFires is the operation of the clock: a timer fires while goroutines could run. Its object
// is the number of microseconds for which the timer was set.
const OpFires = 253

// OpDraws is the operation of a goroutine that draws a number at random, by a choice of the strategy. Its object is the code of
// the number, see random.Draw.
const OpDraws = 252

// Limits of the numbers that a process tells and is told.
const (
	MaxChoices = 65      // goroutines of a choice that are told
	MaxPoints  = 1 << 12 // points of the program that are told from each other
	MaxClasses = 1 << 13 // classes of runs that are told, and one more
	MaxRanges  = 4096    // ranges of lines that a change impacts
)

// A LimitSet has the reasons to let no more timers fire.
type LimitSet uint8

// The reasons.
const (
	LimitFirings LimitSet = 1 << iota // 1 000 firings
	LimitAhead                        // 24 hours ahead
	LimitReal                         // 20 s of real time
	LimitEnd                          // the process ended before
)

// A FileUse is a use of a file or connection.
type FileUse uint8

// The uses.
const (
	FilePrints FileUse = iota // of the standard output or error, which no goroutine reads back
	FileUses
	FileCloses
)

// A TimerKind says what a timer does.
type TimerKind uint8

// The kinds of timers.
const (
	TimerOwn      TimerKind = iota // of the runtime, or a timer that can wake nobody
	TimerSend                      // it sends on a channel: time.After, NewTimer, NewTicker
	TimerFunc                      // it calls a function: time.AfterFunc, and contexts with a deadline
	TimerSleep                     // it ends a time.Sleep
	TimerDeadline                  // it is the deadline of a connection
)
