// Package doublelock reports a goroutine that waits for a lock it holds itself.
//
// # Analyzer doublelock
//
// doublelock: report locks that are taken again while they are held
//
// The locks of package sync cannot be taken twice by one goroutine:
//
//	func (c *Cache) Get(k string) int { c.mu.Lock(); defer c.mu.Unlock(); return c.load(k) }
//	func (c *Cache) load(k string) int { c.mu.Lock(); … } // wrong: waits for ever
//
// Let the inner function expect the lock, and say so in its name:
//
//	func (c *Cache) loadLocked(k string) int { … } // right: c.mu is held
//
// The same holds for RLock followed by Lock. It holds for a second RLock as soon as a
// writer waits between the two, because RWMutex lets no reader pass a waiting writer. A
// second RLock is reported only if the program locks for writing where other goroutines know
// the lock. A writer that holds another lock of the reader cannot come in between either.
//
// Calls are followed, also through interfaces whose target is known, function values,
// and flags such as needLock. Two locks of one type are told apart by their access
// paths.
//
// deadlocklint check -show-possible also shows locks that the goroutine may hold already. They come after a loop that has
// locked elements, or belong to two elements by indexes that may be equal. Or options that are functions may say that the
// lock is held. These change no exit status.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore doublelock the first call returns before the second
package doublelock
