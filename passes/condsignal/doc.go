// Package condsignal reports the part of package condcheck that depends on the number of
// waiters: Signal where the waiters wait for different conditions.
//
// # Analyzer condsignal
//
// condsignal: report Signal of a sync.Cond whose waiters may wait for different things
//
// Signal wakes one waiter. If that waiter waits for another condition, it waits again
// and the wake-up is lost:
//
//	for t.head != mine { t.cond.Wait() } // each waits for its own turn
//	t.head++; t.cond.Signal()            // wrong: may wake the waiter of another turn
//
//	t.head++; t.cond.Broadcast() // right; or a Cond for each turn
//
// Signal is reported when the condition depends on an argument or on a value read
// before. It is also reported when two waiters of one Cond test different conditions
// and may wait at the same time. A woken waiter that signals on before it waits again
// is not reported. condcheck reports waiters that each have a key of their own in a
// map.
//
// This check is off by default. A report is right only when several goroutines wait at
// a time, and an exported type does not show whether they do. Switch it on with -enable
// condsignal.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore condsignal there is one consumer
package condsignal
