// Package condcheck reports condition variables that miss their wake-up.
//
// # How a datum flows
//
// [newModel] collects each Wait with its section, from taking the lock to Wait,
// and the tests in it that decide whether Wait is called, and each Signal and
// Broadcast. A test knows the classes of the variables it reads and is written
// in a way that is the same for the same question in another function. Each
// pattern is then a question about waits, signals and writes, in a file of its
// own.
//
// The patterns are those that section 5.1 of the thesis and FindBugs name. The
// thesis shows that they are too strict when they are enforced as they stand (an
// if is enough where nothing makes the condition false again, Signal where all
// waiters wait for the same), so each of them is reported only where that excuse does not
// hold. Waiting with a second lock that the signaller needs is reported by
// lockheld, and Signal for waiters that may wait for different things by
// condsignal, which is made of the same model.
//
// # Analyzer condcheck
//
// condcheck: report sync.Cond whose wake-up is missed, lost or misunderstood
//
// # cond-wait-unlocked, cond-unlocked-write
//
// Wait unlocks the lock of the Cond and locks it again, so the caller must
// hold it. A goroutine that changes the condition must hold it as well. Otherwise
// the change can fall between the waiter's test and its Wait:
//
//	for !g.open { g.cond.Wait() } // wrong: without g.mu the program dies
//	g.open = true                 // wrong: without g.mu the signal can be missed
//	g.cond.Signal()
//
// Hold the lock around both. An atomic variable does not help:
//
//	g.mu.Lock(); for !g.open { g.cond.Wait() }; g.mu.Unlock() // right
//	g.mu.Lock(); g.open = true; g.mu.Unlock(); g.cond.Signal() // right
//
// A function whose callers hold a lock is not reported. Neither is a function that locks
// between the change and the signal: a waiter that has tested is in Wait by then. Other
// packages that can lock the object are trusted to do so when they alone call the function.
//
// # cond-wait-loop
//
// While Wait waits, other goroutines have the lock. The condition may be false again
// when Wait returns:
//
//	if len(q.items) == 0 { q.cond.Wait() } // wrong: another goroutine may have taken it
//	v := q.items[0]
//
// Test again:
//
//	for len(q.items) == 0 { q.cond.Wait() } // right
//
// It is reported when the function takes what it waited for, when the same Cond has
// waiters for another condition, and when the condition can become false
// again. Not reported are a latch that is only ever opened, a waiter that is
// handed its turn, and a function that only waits and returns: its callers test again.
//
// # cond-missed-signal, cond-wait-unconditional
//
// Signal and Broadcast are not kept for a later waiter. A waiter must test the condition,
// with the lock held, before it waits:
//
//	if !s.isStopped() { s.mu.Lock(); s.cond.Wait(); s.mu.Unlock() } // wrong: Stop may come before Lock
//	t.mu.Lock(); t.cond.Wait(); t.mu.Unlock()                       // wrong: it may be over already
//
//	s.mu.Lock(); for !s.stopped { s.cond.Wait() }; s.mu.Unlock() // right
//
// When something else happens between Lock and Wait (a goroutine is started, a
// variable is changed), another goroutine may know of the wait, and nothing is reported.
//
// # cond-forgotten-signal, cond-nobody-signals
//
// A goroutine that makes the condition true has to wake the waiters:
//
//	q.mu.Lock(); q.closed = true; q.mu.Unlock() // wrong: the waiters are not woken
//
//	q.mu.Lock(); q.closed = true; q.mu.Unlock(); q.cond.Broadcast() // right
//
// It is reported for a flag that is set, a counter that goes towards zero, and a number or
// length that passes the bound it is compared with. Neither the function nor its callers
// signal on a path past the change. A Cond without any signal is reported as well.
//
// # condsignal
//
// Signal wakes one waiter of a Cond, whichever. When each waiter has a key of its
// own, the woken waiter may have another key: it finds its key as it was and waits
// again, and the right waiter waits for ever.
//
//	for k.held[key] { k.cond.Wait() }    // each waits for the key it was given
//	delete(k.held, key); k.cond.Signal() // wrong: may wake the waiter of another key
//
// Wake all of them, or have a Cond for each key:
//
//	delete(k.held, key); k.cond.Broadcast() // right
//
// It is reported where a waiter looks up in a map what it was given as an argument, and
// the function that signals changes that map. Not reported are a Cond that belongs to the key, a waiter
// that signals on before it waits again, and a function with the same key in every call.
// Other ways to wake the wrong waiter are reported by condsignal.
//
// # To silence
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore condcheck set before any goroutine waits
package condcheck
