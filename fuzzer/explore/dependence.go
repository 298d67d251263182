package explore

// Operations of the table, by their numbers in package trace, which this package cannot
// import. A test compares them.
const (
	traceNone     = 0
	traceGo       = 1
	traceRequest  = 3
	traceLock     = 4
	traceUnlock   = 5
	traceRRequest = 6
	traceRLock    = 7
	traceRUnlock  = 8
	traceTryFail  = 9
	traceAdd      = 14
	traceWait     = 15
	traceWaited   = 16
	traceSend     = 19
	traceRecv     = 21
	traceClose    = 24
	traceSelect   = 25
	traceLoad     = 38
	traceRead     = 39
	traceWrote    = 53
)

// A class says how an operation depends on operations of other goroutines.
type class uint8

const (
	changes class = iota // dependent on all others on its object: Lock, Unlock, TryLock, send, receive, close, select, Wait, Signal, ...
	nothing              // it touches no object: go, Gosched, the first step of a goroutine
	shares               // RLock and TryRLock
	reads                // a load of an atomic, a read of plain memory
)

// classOf is the class of an operation. An unknown operation changes its object.
func classOf(op uint8) class {
	switch op {
	case traceNone, traceGo, OpYield:
		return nothing
	case traceRRequest, traceRLock:
		return shares
	case traceLoad, traceRead:
		return reads
	}
	return changes
}

// Dependent reports whether two operations of different goroutines may not commute. The two
// orders may leave different states, or one operation may block or wake the other.
//
//	            nothing  shares  reads  changes
//	nothing        -        -      -       -
//	shares         -        -      x       x
//	reads          -        x      -       x
//	changes        -        x      x       x
//
// An x holds for one object, and for an object that is not known. Two RLock of an RWMutex
// commute, since a waiting writer stops both. An RUnlock does not commute with them, and two
// Done of a WaitGroup do not commute with each other. The order decides which goroutine
// unlocks a free lock, or takes a counter below zero, and one of them may recover.
//
// The goroutines that can run show which step wakes a goroutine, so the table has no row for
// it. The table is about single operations; a step may have several.
func Dependent(a, b Touch) bool {
	x, y := classOf(a.Op), classOf(b.Op)
	switch {
	case x == nothing || y == nothing:
		return false
	case !same(a.Object, b.Object):
		return false
	}
	return x == changes || y == changes || x != y
}
