// Package condkey reports the part of package condcheck that needs no reading of
// callers: Signal where each waits for its own key.
//
// # Analyzer condkey
//
// condkey: report Signal of a sync.Cond at which each waits for its own key
//
// Signal wakes one of those who wait at a Cond, whichever. When each of them waits
// for a key of its own, it may be one that waits for another key: that one finds its
// key as it was and waits again, and who should have been woken waits for ever.
//
//	for k.held[key] { k.cond.Wait() }    // each waits for the key it was given
//	delete(k.held, key); k.cond.Signal() // wrong: may wake who waits for another key
//
// Wake all of them, or have a Cond for each key:
//
//	delete(k.held, key); k.cond.Broadcast() // right
//
// It is reported where a waiter looks up in a map what it was given as an argument, and
// the function that signals changes that map. A Cond that belongs to the key, a waiter
// that signals on before it waits again, and a function that everybody calls with the
// same key are left alone. Other ways to wake the wrong waiter are reported by
// condsignal.
//
// It is off by default: fewer than five of its findings are known to be right.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore condkey only one goroutine ever waits
package condkey
