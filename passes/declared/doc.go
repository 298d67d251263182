// Package declared checks what the comments of a program say about its locks.
//
// # How a datum flows
//
// [readComments] finds the comments and gives each name in them its lock class
// ([scope]). The declared orders are closed under transitivity and compared with the
// edges of lockfacts. A goroutine that acquires the earlier lock while it holds the
// later one violates the order, whether or not the other order occurs anywhere. At each
// call of a function that declares a lock as held, the lockset of the caller must
// contain the lock.
//
// # Limits
//
// Locks are told apart by class. So a comment cannot declare the order of two locks of
// one type, or that two locks belong to one object. A declaration holds in its own
// package, in the packages that this one imports, and in those that import it. It may
// name locks of imported packages. Only the package itself is checked for callers that
// do not hold a declared lock.
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
// A goroutine that acquires an earlier lock while it holds a later one is reported,
// also when the acquisition is after calls:
//
//	c.mu.Lock(); c.srv.mu.Lock() // wrong: Conn.mu is held
//
//	c.srv.mu.Lock(); c.mu.Lock() // right
//
// A lock is written as a type and its field (Conn.mu, Conn.state.mu) or as a package
// variable (log). The name of an imported package may precede either (store.Table.mu).
// The comment of a function can also name its receiver and parameters, and can leave
// the receiver out.
//
// The declaration finds a deadlock before it is complete. A cycle needs two orders, and
// the second order may be unwritten, or in code that is not analysed.
//
// # declared-holds
//
// A comment at a function says which locks its callers hold:
//
//	//deadlocklint:holds mu
//	func (s *Server) addLocked(c *Conn) { … }
//
// A call without the lock is reported, unless the caller is declared to hold it as
// well. A function that takes a lock which it declares as held is reported too:
//
//	s.addLocked(c)                                // wrong
//	s.mu.Lock(); s.addLocked(c); s.mu.Unlock()    // right
//
// # declared-comment
//
// A comment that is not understood has no effect, so it is reported. Such a comment
// names something that does not exist or is no lock, or its order contradicts another
// declared order.
//
// # To silence
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore declared only during start
package declared
