package checks

// A Name is the name of a check, as it stands in findings, comments and flags.
type Name string

// The checks that both a look at the source and a run can make.
const (
	LockOrder      Name = "lockorder"       // locks are taken in a cycle
	DoubleLock     Name = "doublelock"      // a goroutine locks what it holds
	RecursiveRLock Name = "recursive-rlock" // a reader reads again after a writer that waits for it
	LockHeld       Name = "lockheld"        // a lock is held over a wait for a goroutine that needs it
	Typestate      Name = "typestate"       // a method is called in a state that forbids it
)

// The checks of the source.
const (
	MissingUnlock  Name = "missingunlock"
	UnlockUnlocked Name = "unlock-unlocked"

	CondWaitUnlocked      Name = "cond-wait-unlocked"
	CondUnlockedWrite     Name = "cond-unlocked-write"
	CondWaitLoop          Name = "cond-wait-loop"
	CondMissedSignal      Name = "cond-missed-signal"
	CondWaitUnconditional Name = "cond-wait-unconditional"
	CondNobodySignals     Name = "cond-nobody-signals"
	CondForgottenSignal   Name = "cond-forgotten-signal"
	CondSignal            Name = "condsignal"

	WaitGroupAdd   Name = "waitgroup-add"
	WaitGroupDone  Name = "waitgroup-done"
	WaitGroupReuse Name = "waitgroup-reuse"
	WaitGroupSelf  Name = "waitgroup-self"

	Once          Name = "once"
	BlocksForever Name = "blocks-forever"
	DoubleClose   Name = "double-close"
	SendClosed    Name = "send-closed"
	NeverEnds     Name = "never-ends"

	Unfinished       Name = "unfinished"
	DroppedError     Name = "dropped-error"
	TypestateComment Name = "typestate-comment"
	Callback         Name = "callback"
	DeclaredOrder    Name = "declared-order"
	DeclaredHolds    Name = "declared-holds"
	DeclaredComment  Name = "declared-comment"
	Directives       Name = "directives"
)

// The checks that only a run makes.
const (
	CrossTest   Name = "cross-test"   // a cycle whose parts were never in one test
	Accident    Name = "accident"     // a deadlock that nobody looked for
	Leaked      Name = "leaked"       // blocked for ever at the end: nothing reaches what the goroutine waits for
	LeftBlocked Name = "left-blocked" // blocked at the end: only global variables reach what the goroutine waits for
	Schedule    Name = "schedule"     // a test fails under some schedules only
	Livelock    Name = "livelock"     // a run reached its limit of steps; a candidate where the run may end after it
	Race        Name = "race"         // two accesses of memory that nothing orders, made to happen in both orders
	Order       Name = "order"        // two steps at one object that come in an order which the program does not enforce, though it rests on it
	Atomicity   Name = "atomicity"    // two steps of one goroutine that are meant to be atomic, and another goroutine in between
)

// The checks of trace programs, which predict the schedule of a run.
const (
	MissedSignal      Name = "missed-signal"
	WrongWaiter       Name = "wrong-waiter"
	FalsifiedCond     Name = "falsified-condition"
	NoSignal          Name = "no-signal"
	WaitWithLock      Name = "wait-with-lock"
	LockAcrossChannel Name = "lock-across-channel"
	LockAcrossWait    Name = "lock-across-wait"
	WaitGroupWait     Name = "waitgroup-wait"
	ChannelCycle      Name = "channel-cycle"
	Leak              Name = "leak" // predicted, where Leaked was seen
	Semaphore         Name = "semaphore"
	MixedCycle        Name = "mixed-cycle"
)

// list is every check. TestListIsWhole compares it with the constants.
var list = []Name{
	LockOrder, DoubleLock, RecursiveRLock, LockHeld, Typestate,
	MissingUnlock, UnlockUnlocked,
	CondWaitUnlocked, CondUnlockedWrite, CondWaitLoop, CondMissedSignal, CondWaitUnconditional, CondNobodySignals, CondForgottenSignal, CondSignal,
	WaitGroupAdd, WaitGroupDone, WaitGroupReuse, WaitGroupSelf,
	Once, BlocksForever, DoubleClose, SendClosed, NeverEnds,
	Unfinished, DroppedError, TypestateComment, Callback, DeclaredOrder, DeclaredHolds, DeclaredComment, Directives,
	CrossTest, Accident, Leaked, LeftBlocked, Schedule, Livelock, Race, Order, Atomicity,
	MissedSignal, WrongWaiter, FalsifiedCond, NoSignal, WaitWithLock, LockAcrossChannel, LockAcrossWait, WaitGroupWait, ChannelCycle, Leak, Semaphore, MixedCycle,
}
