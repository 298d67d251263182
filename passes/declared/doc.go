// Package declared checks what the comments of a program say about its locks.
//
// # How a datum flows
//
// [readComments] finds the comments and gives each name in them its lock class
// ([scope]). Declared orders are closed under transitivity and compared with
// the edges of lockfacts: an acquisition of the earlier lock with the later one
// held is a violation, whether or not the other order occurs anywhere. A
// declaration that a lock is held is compared with what is held at each call.
//
// # Limits
//
// Locks are told apart by class, so the order of two locks of one type and
// "the same object" cannot be declared. A declaration holds in the package where
// it stands, in what that one imports, and in what imports it; it may name locks
// of the packages that are imported in its own. That callers hold a lock is checked
// in the package itself.
//
// # Analyzer declared
//
// declared: report what contradicts the comments deadlocklint:order and deadlocklint:holds
//
// # declared-order
//
// A comment anywhere in the package says in which order locks are acquired:
//
//	//deadlocklint:order Server.mu < Conn.mu < log
//
// Acquiring an earlier one with a later one held is reported, also through calls:
//
//	c.mu.Lock(); c.srv.mu.Lock() // wrong: Conn.mu is held
//
//	c.srv.mu.Lock(); c.mu.Lock() // right
//
// A lock is written as a type and its field (Conn.mu, Conn.state.mu), as a package
// variable (log), or as either of an imported package (store.Table.mu). In the
// comment of a function, its receiver and parameters can be named as well, and the
// receiver can be left out. Why: a cycle needs two orders, and the second one may
// not be written yet, or stand in code that is not analysed.
//
// # declared-holds
//
// A comment at a function says which locks its callers hold:
//
//	//deadlocklint:holds mu
//	func (s *Server) addLocked(c *Conn) { … }
//
// Calls without it are reported, unless the caller is declared to hold it as well,
// and so is a function that locks what it is called with:
//
//	s.addLocked(c)                                // wrong
//	s.mu.Lock(); s.addLocked(c); s.mu.Unlock()    // right
//
// # declared-comment
//
// A comment that is not understood is not obeyed, so it is reported: with a name
// that does not exist, that is no lock, or with orders that contradict each other.
//
// # To silence
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore declared only during start
package declared
