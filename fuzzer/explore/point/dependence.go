package point

// Operations of the table, by their numbers in package trace, which this package cannot
// import. A test compares them.
const (
	OpNone        = 0
	OpGo          = 1
	OpRequest     = 3
	OpLock        = 4
	OpUnlock      = 5
	OpRRequest    = 6
	OpRLock       = 7
	OpRUnlock     = 8
	OpTryFail     = 9
	OpAdd         = 14
	OpWait        = 15
	OpWaited      = 16
	OpSend        = 19
	OpRecv        = 21
	OpClose       = 24
	OpSelect      = 25
	OpLoad        = 38
	OpReadMemory  = 39
	OpWroteMemory = 53
)

// A class says how an operation depends on operations of other goroutines.
type class uint8

const (
	changes class = iota // dependent on all others on its object: Lock, Unlock, TryLock, send, receive, close, select, Wait, Signal, ...
	Nothing              // it touches no object: go, Gosched, the first step of a goroutine
	Shares               // RLock and TryRLock
	Reads                // a load of an atomic, a read of plain memory
)

// ClassOf is the class of an operation. An unknown operation changes its object.
func ClassOf(op uint8) class {
	switch op {
	case OpNone, OpGo, OpYield:
		return Nothing
	case OpRRequest, OpRLock:
		return Shares
	case OpLoad, OpReadMemory:
		return Reads
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
	x, y := ClassOf(a.Op), ClassOf(b.Op)
	switch {
	case x == Nothing || y == Nothing:
		return false
	case !same(a.Object, b.Object):
		return false
	}
	return x == changes || y == changes || x != y
}
