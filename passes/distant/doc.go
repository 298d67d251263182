// Package distant reports the cycles in the order of locks that package lockorder
// leaves out.
//
// # Analyzer distant
//
// distant: report cycles in the order of locks that need not block: objects may differ, or readers meet
//
// A cycle in the lock order is a deadlock only if each goroutine waits for the same
// object that another goroutine holds. Two functions mostly mean one object when each
// names it by a parameter, a global variable, or one or two fields of these. They often
// mean different objects when the lock is more than two pointers away. The same is true
// of an object that a function got from another one:
//
//	func (c *Conn) fail() { c.mu.Lock(); defer c.mu.Unlock(); c.pool.owner.session.reset() } // session.mu, far away
//	func (s *Session) Close() { s.mu.Lock(); defer s.mu.Unlock(); for _, c := range s.conns { c.fail() } } // wrong, if one of these
//
// This check reports such cycles, and cycles in which a reader waits for a reader.
// RLock waits after a waiting writer, and the writer waits for the reader that holds
// the lock. Such a cycle takes three goroutines, and the report says so. A function that
// locks two elements of a slice or a map, by two indexes, is reported as well. Two
// goroutines that give it the indexes in both orders wait for each other. lockorder
// reports all other cycles. The repair is the same:
//
//	func (c *Conn) fail() { c.mu.Lock(); …; c.mu.Unlock(); c.pool.owner.session.reset() } // right
//
// This check is off by default. In most reports that were read, the two objects were
// different, or the three goroutines never met. Switch it on with -enable distant.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore distant the connections of a pool are not the control connection
package distant
