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
// Take them in one order everywhere, or release the first before calling what
// takes the second:
//
//	func (h *Hub) Flush(s *Store) { s.mu.Lock(); defer s.mu.Unlock(); h.mu.Lock(); … } // right
//
// Cycles of any length are found, across packages, through interfaces,
// function values and generic functions, and for two locks of one type when
// the same two objects are passed in both orders, or when one leads to the
// other, as a child does to its parent. Nothing is reported when a
// further lock is held around both orders (a gate), when both happen in one
// goroutine, when a reader waits for a reader, when one is taken
// with TryLock, that of a lock type of the program included, or when one belongs to an object that nobody else knows yet. Neither is it when one
// object calls what it has in it, of its own interface, and nothing says that the inner one leads back to it.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore lockorder the two are never reachable from one another
package lockorder
