package judge

import "testing"

// This file asks the instrumented package testing.

// blocked is a goroutine of the run that is blocked, as package testing tells of it.
type blocked = struct {
	ID     int
	Kind   int
	Object uintptr
	Holder int
	Leaked bool
	Elem   uintptr
	Frames []uintptr
}

// Kinds of operations in which a goroutine waits, as package testing numbers them.
const (
	waitsLock  = 1
	waitsSend  = 2
	waitsGroup = 3
	waitsOther = 4
)

// asked is the part of the instrumented testing.T that knows the goroutines of a run.
type asked interface {
	DeadlocklintSelfV1() int
	DeadlocklintBlockedV1(looks bool) []blocked
}

// self is the number of the goroutine that calls it.
func self(t *testing.T) int {
	if x, ok := any(t).(asked); ok {
		return x.DeadlocklintSelfV1()
	}
	return -1
}

// blockedIn are the goroutines of the run that are blocked. Those that nobody can wake are marked where it looks for them.
func blockedIn(t *testing.T, looks bool) []blocked {
	if x, ok := any(t).(asked); ok {
		return x.DeadlocklintBlockedV1(looks)
	}
	return nil
}

// counting is the part of the instrumented testing.T that knows counters.
type counting interface {
	DeadlocklintReachedV1() ([]uint64, []uint32)
}

// reachedIn are the counters that were reached since it was called last, and how often.
func reachedIn(t *testing.T) (counters []uint64, times []uint32) {
	if x, ok := any(t).(counting); ok {
		return x.DeadlocklintReachedV1()
	}
	return nil, nil
}
