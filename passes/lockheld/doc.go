// Package lockheld reports waits, with a lock held, for a goroutine that needs the lock.
//
// # Analyzer lockheld
//
// lockheld: report locks held while waiting for a goroutine that needs them
//
// A goroutine holds a lock and waits for a channel, a WaitGroup or a Cond. It waits for
// ever when every goroutine that could answer has to take the lock first:
//
//	func (c *Client) Close() { c.mu.Lock(); defer c.mu.Unlock(); close(c.stop); c.wg.Wait() } // wrong
//	func (c *Client) watch() { defer c.wg.Done(); …; c.mu.Lock(); … }
//
// Release the lock before waiting:
//
//	func (c *Client) Close() { c.mu.Lock(); close(c.stop); c.mu.Unlock(); c.wg.Wait() } // right
//
// The wait is reported when every goroutine that answers needs the lock. Such a
// goroutine takes the lock before, holds it while it answers, or takes it in another
// case of the same select. A WaitGroup waits for all of its goroutines, so the wait is
// reported when any of them needs the lock.
//
// Where some of several goroutines that answer need the lock, the wait is possible. It is possible as well where they need
// the lock of some element of a list, which may be another one. Only deadlocklint check -show-possible
// shows it, and it changes no exit status.
//
// These are not reported:
//
//   - A select with a default or another case, unless the other cases wait for the end of a
//     context that the function was given. A send to a channel that may have a buffer.
//   - A value that the constructor of an object has sent is no answer: others send because it
//     is gone.
//   - A goroutine that called Add itself, or set the flag that the waiter tests, no longer needs
//     the lock.
//   - A goroutine that takes the lock only where a channel is open after its context
//     has ended. Its context must end only after the close of that channel.
//   - A channel of empty structs with computed room is a semaphore. A receive that drops the
//     value gives a place back and does not wait. It counts as a wait when the senders are
//     goroutines that have ended by then, or do not wait for room.
//   - A goroutine that takes the lock of an object which the waiting one wraps. Both are of one interface, and the
//     object with the lock goes on to others by the method that it is called by.
//   - A receive after a test of len, when every other receiver holds that lock.
//
// A send with a lock held is reported as well when all receivers may have returned by then. They
// return at the close of a second channel, by a goroutine that does not take the lock:
//
//	func (q *Queue) hand(v int) { q.mu.Lock(); defer q.mu.Unlock(); q.get <- v } // wrong
//	func (q *Queue) Get() (v int) { select { case v = <-q.get: case <-q.done: }; return v }
//	func (q *Queue) Stop() { close(q.done) }
//
// Let the sender wait for that channel too:
//
//	select { case q.get <- v: case <-q.done: } // right
//
// A goroutine in a select without cases holds its locks for ever. That is reported
// where another goroutine takes such a lock, since it waits for ever as well. It is not
// reported after the start of a goroutine that panics, because the select then waits
// for the program to end:
//
//	func (s *Server) Serve() { s.mu.Lock(); defer s.mu.Unlock(); …; select {} } // wrong
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore lockheld the worker has passed that point by then
package lockheld
