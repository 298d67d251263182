// Package missingunlock reports returns with a lock still held, and unlocks of
// what is not locked.
//
// # Analyzer missingunlock
//
// missingunlock: report paths on which a lock is not released, or released twice
//
// A function that unlocks on one path and forgets it on another leaves the
// lock held for ever:
//
//	m.mu.Lock()
//	if m.closed {
//		return errClosed // wrong: m.mu is still held
//	}
//	m.mu.Unlock()
//
// Unlock before the return, or defer right after locking:
//
//	m.mu.Lock()
//	defer m.mu.Unlock() // right
//
// The same holds for a loop body that starts over with what it has locked
// (continue), unless it keeps the object or the loop began with the lock.
//
// Functions that are meant to return with the lock held are left alone: those
// that never release it themselves, unless nobody else can, since other packages cannot
// name the lock, each function that unlocks it locks it as well, and no comment beside the Lock speaks of an
// unlock, or denies one further down; those whose callers release it, those that
// return the unlock function, or a new object by a method of which it is released, or with the one in it that came with the lock, those that say by their result whether they hold
// it, and those that hand it to a goroutine that releases it. Flags
// (if lock { mu.Lock() } … if lock { mu.Unlock() }), conditional defers and
// TryLock are followed.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore missingunlock released by the reader's Close
package missingunlock
