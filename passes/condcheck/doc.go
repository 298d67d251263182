// Package condcheck reports condition variables that miss their wake-up.
//
// # How a datum flows
//
// [newModel] collects each Wait, Signal and Broadcast. A Wait comes with its section,
// from the lock to the Wait, and with the tests in the section that decide whether Wait
// is called. A test knows the classes of the variables that it reads. Its normal form
// is the same for the same test in another function. Each pattern is then a question
// about waits, signals and writes, in a file of its own.
//
// The patterns come from section 5.1 of the thesis and from FindBugs. The thesis shows
// that they are too strict as they stand. An if is enough where nothing makes the
// condition false again, and Signal is enough where all waiters wait for the same
// condition. So a pattern is reported only where its excuse does not hold.
//
// Two related reports come from other checks. lockheld reports a Wait with a second
// lock that the signaller needs. condsignal reports Signal for waiters that may wait
// for different conditions, and uses the same model.
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
// A function whose callers hold a lock is not reported. Neither is a function that
// locks between the change and the signal. A waiter that has tested the condition is in
// Wait by then. When only other packages call the function and can lock the object,
// they are trusted to do so.
//
// # cond-wait-loop
//
// Wait releases the lock while it waits, so other goroutines can take it. The condition
// may be false again when Wait returns:
//
//	if len(q.items) == 0 { q.cond.Wait() } // wrong: another goroutine may have taken it
//	v := q.items[0]
//
// Test again:
//
//	for len(q.items) == 0 { q.cond.Wait() } // right
//
// An if around Wait is reported when the function takes what it waited for. It is also
// reported when the same Cond has waiters for another condition, or when the condition
// can become false again.
//
// These are not reported:
//
//   - A latch that is only ever opened.
//   - A waiter that is handed its turn.
//   - A function that only waits and returns: its callers test again.
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
// Nothing is reported when something else happens between Lock and Wait, such as a go
// statement or a change of a variable. Another goroutine may know of the wait by that.
//
// # cond-forgotten-signal, cond-nobody-signals
//
// A goroutine that makes the condition true must wake the waiters:
//
//	q.mu.Lock(); q.closed = true; q.mu.Unlock() // wrong: the waiters are not woken
//
//	q.mu.Lock(); q.closed = true; q.mu.Unlock(); q.cond.Broadcast() // right
//
// The check reports a flag that is set, and a counter that goes towards zero. It also
// reports a number or length that passes the bound it is compared with. A change is
// reported when the path after it has no signal, neither in the function nor in its
// callers. A Cond without any signal is reported as well.
//
// # condsignal
//
// Signal wakes an arbitrary waiter of a Cond. When each waiter has a key of its own,
// the woken waiter may have another key. It finds its key unchanged and waits again,
// and the right waiter waits for ever.
//
//	for k.held[key] { k.cond.Wait() }    // each waits for the key it was given
//	delete(k.held, key); k.cond.Signal() // wrong: may wake the waiter of another key
//
// Wake all of them, or have a Cond for each key:
//
//	delete(k.held, key); k.cond.Broadcast() // right
//
// Signal is reported where a waiter looks up its argument in a map, and the signalling
// function changes that map. A Cond that belongs to the key is not reported. Neither is
// a waiter that signals on before it waits again, or a function with the same key in
// every call. condsignal reports other ways to wake the wrong waiter.
//
// # To silence
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore condcheck set before any goroutine waits
package condcheck
