// Package lockorder reports locks that are taken in different orders.
//
// # Analyzer lockorder
//
// lockorder: report cycles in the order in which locks are taken
//
// Two goroutines that take two locks in opposite orders can each end up
// holding one and waiting for the other. The program may run for years before
// they meet.
//
//	func (s *Store) Put(h *Hub)  { s.mu.Lock(); defer s.mu.Unlock(); h.mu.Lock(); … }
//	func (h *Hub) Flush(s *Store) { h.mu.Lock(); defer h.mu.Unlock(); s.mu.Lock(); … } // wrong
//
// Take them in one order everywhere, or release the first lock before calling a
// function that takes the second:
//
//	func (h *Hub) Flush(s *Store) { s.mu.Lock(); defer s.mu.Unlock(); h.mu.Lock(); … } // right
//
// Cycles of any length are found, across packages, through interfaces, function values
// and generic functions. Two locks of one type form a cycle when one call passes the
// same two objects in the opposite order of another. They also form one when one object
// leads to the other, as a child does to its parent.
//
// Not reported are:
//
//   - Two orders under a further lock that is held around both (a gate). Two gates of one class count as one, unless shown to be two.
//   - Two orders that a flag of one object tells apart, when the flag never changes.
//   - Two orders that never happen at the same time, because one goroutine runs both.
//   - In a command, two orders with a Wait, a receive or a go statement between them.
//   - Locks of an object that no other goroutine knows yet.
//   - A reader that waits for a reader, and locks that are taken with TryLock.
//   - An object that calls the object inside it, of its own interface, when the inner one does not lead back.
//
// A cycle that lacks a part of its proof is possible. Only deadlocklint check -show-possible shows it, and it changes no exit
// status. The report names the part. The two locks may be two objects, or the gate may be one. A third goroutine may have to write, or
// two callers to give two objects in both orders. deadlocklint confirm tries to make it happen in the tests.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore lockorder the two are never reachable from one another
package lockorder
