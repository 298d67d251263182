package checks

import "slices"

// former has the names that checks had in earlier releases. The first one of a
// check is the name that its ids are made of.
var former = map[Name][]string{
	LockOrder:     {"cycle", "lock-cycle"},
	DoubleLock:    {"double-lock"},
	LockHeld:      {"lock-held"},
	MissingUnlock: {"missing-unlock"},
	CondSignal:    {"cond-signal"},
	Once:          {"once-reentered"},
	Callback:      {"callback-under-lock"},
	Directives:    {"directive"},
	WaitGroupWait: {"waitgroup"},
}

// current is the check of each former name.
var current = func() map[string]Name {
	m := map[string]Name{}
	for n, words := range former {
		for _, w := range words {
			m[w] = n
		}
	}
	return m
}()

// blocked are the checks that say of goroutines that they are blocked for ever. One cause is
// told by several of them: a look at the source names the lock that is held over a wait, a trace
// program the order that leads there, and the end of a run the goroutine that was left.
var blocked = []Name{
	LockHeld, BlocksForever, NeverEnds, CondNobodySignals, CondWaitUnconditional, WaitGroupSelf,
	Accident, Leaked, LeftBlocked,
	MissedSignal, WrongWaiter, FalsifiedCond, NoSignal, WaitWithLock, LockAcrossChannel, LockAcrossWait, WaitGroupWait, ChannelCycle, Leak, Semaphore, MixedCycle,
}

// Cause is the name of which the ids of findings are made. It is one for the checks that tell of
// goroutines that are blocked for ever, so that one cause has one id in every command. Of these
// checks, BlocksForever keeps the ids that it had.
func (n Name) Cause() string {
	if slices.Contains(blocked, n) {
		return BlocksForever.Hashed()
	}
	return n.Hashed()
}

// Hashed is the first name of the check, of which the ids of its findings were made in earlier
// releases. An id is in baselines and comments, and outlives names.
func (n Name) Hashed() string {
	if words := former[n]; words != nil {
		return words[0]
	}
	return string(n)
}

// Former returns the names that the check had in earlier releases.
func (n Name) Former() []string { return slices.Clone(former[n]) }

// Current returns the check that a word names, by its name of today or of an
// earlier release. A word that names none is returned as it is.
func Current(word string) Name {
	if n, ok := current[word]; ok {
		return n
	}
	return Name(word)
}

// Is reports whether a word names the check, by its name of today or of an
// earlier release.
func (n Name) Is(word string) bool { return Current(word) == n || Name(word) == n }

// UnmarshalText reads a name, also of a document that an earlier release wrote.
func (n *Name) UnmarshalText(text []byte) error {
	*n = Current(string(text))
	return nil
}

// Known reports whether there is a check of that name.
func (n Name) Known() bool { return slices.Contains(list, n) }

// All returns the names of all checks.
func All() []Name { return slices.Clone(list) }
