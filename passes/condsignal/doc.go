// Package condsignal reports the part of package condcheck that needs to know how many
// wait: Signal where those who wait do so for different things.
//
// # Analyzer condsignal
//
// condsignal: report Signal of a sync.Cond whose waiters may wait for different things
//
// Signal wakes one waiter. If that one waits for something else than what
// happened, it waits again and the wake-up is lost:
//
//	for t.head != mine { t.cond.Wait() } // each waits for its own turn
//	t.head++; t.cond.Signal()            // wrong: may wake who has another turn
//
//	t.head++; t.cond.Broadcast() // right; or a Cond for each turn
//
// It is reported when the condition depends on an argument or on a value read
// before, or when two waiters of one Cond ask for different things and may wait at
// the same time. Who was woken and signals on before it waits again is left alone.
// Where each waits for its own key in a map, condcheck reports it.
//
// This check is off by default: it is right only when several goroutines wait at a time,
// and of an exported type nobody knows. Switch it on with -enable condsignal.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore condsignal there is one consumer
package condsignal
