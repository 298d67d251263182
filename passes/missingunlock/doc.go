// Package missingunlock reports returns with a lock still held, and unlocks of a lock
// that is not held.
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
// A loop body that starts over (continue) without the unlock is reported as well. The
// body is not reported when it keeps the object, or when the lock was held when the
// loop began.
//
// A sync.RWMutex that is locked for reading must be released by RUnlock:
//
//	c.mu.RLock()
//	defer c.mu.Unlock() // wrong: the program dies
//
// A release is reported only where each path to it holds the lock in the other mode.
//
// Functions that are meant to return with the lock held are not reported:
//
//   - A function that never releases the lock, unless no other code can. No other code
//     can when other packages cannot name the lock and each function that unlocks it
//     locks it as well. In addition, no comment beside the Lock may speak of an unlock.
//   - A function whose callers release it.
//   - A function that returns the unlock function, a new object with a method that releases the lock,
//     or an object that came with the lock.
//   - A function that says by its result whether it holds the lock.
//   - A function that hands the lock to a goroutine which releases it.
//
// Flags (if lock { mu.Lock() } … if lock { mu.Unlock() }), comparisons with constants, conditional
// defers and TryLock are followed.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore missingunlock released by the reader's Close
package missingunlock
