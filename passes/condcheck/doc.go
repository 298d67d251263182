// Package condcheck reports condition variables that miss their wake-up.
//
// # Analyzer condcheck
//
// condcheck: report sync.Cond used without its lock
//
// Wait unlocks the lock of the Cond and locks it again, so the caller must
// hold it; and who changes what is waited for must hold it as well, or the
// change can fall between the waiter's test and its Wait:
//
//	for !g.open { g.cond.Wait() } // wrong: without g.mu the program dies
//	g.open = true                 // wrong: without g.mu the signal can be missed
//	g.cond.Signal()
//
// Hold the lock around both:
//
//	g.mu.Lock(); for !g.open { g.cond.Wait() }; g.mu.Unlock() // right
//	g.mu.Lock(); g.open = true; g.mu.Unlock(); g.cond.Signal() // right
//
// A function whose callers hold a lock is left alone.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore condcheck set before any goroutine waits
package condcheck
