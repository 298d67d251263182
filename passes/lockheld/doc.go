// Package lockheld reports waiting with a lock held for somebody who needs it.
//
// # Analyzer lockheld
//
// lockheld: report locks held while waiting for a goroutine that needs them
//
// A goroutine that holds a lock and waits for a channel, a WaitGroup or a Cond
// waits for ever when those who could answer have to take the lock first:
//
//	func (c *Client) Close() { c.mu.Lock(); defer c.mu.Unlock(); close(c.stop); c.wg.Wait() } // wrong
//	func (c *Client) watch() { defer c.wg.Done(); …; c.mu.Lock(); … }
//
// Release the lock before waiting:
//
//	func (c *Client) Close() { c.mu.Lock(); close(c.stop); c.mu.Unlock(); c.wg.Wait() } // right
//
// It is reported only when everybody who answers takes that lock before, or
// holds it while answering, or takes it in another case of the select in which it
// would answer, unless several goroutines wait there; for a WaitGroup, which waits
// for all of them, when one does. What the constructor of an object sends counts for
// nobody: it is there once, and others send because it is gone. A select with a default or another case does not
// count as waiting, unless the other cases wait for the end of a context that the function
// was given, nor does sending to a channel that may have a buffer. Who has added to the
// WaitGroup himself, or set the flag that the waiter asks for, had the lock before. Who takes it only
// where a channel is open after his context has ended does not take it, if nothing ends the context
// but behind the close of the channel. A channel of empty structs with room for a number that was computed counts places: who
// receives from it, and does nothing with what came, gives one back and does not wait, unless those who send are goroutines that were started and are over
// then, or do not wait for room. Nor does who receives, having seen by len that there is something, while
// everybody else who receives holds that lock.
//
// A send with a lock held is reported as well when all who receive may have returned by then, since a
// channel was closed that they wait for besides, by somebody who does not take the lock:
//
//	func (q *Queue) hand(v int) { q.mu.Lock(); defer q.mu.Unlock(); q.get <- v } // wrong
//	func (q *Queue) Get() (v int) { select { case v = <-q.get: case <-q.done: }; return v }
//	func (q *Queue) Stop() { close(q.done) }
//
// Let the sender wait for that channel too:
//
//	select { case q.get <- v: case <-q.done: } // right
//
// Who holds a lock in a select without cases holds it for ever. That is reported where somebody else takes it, who
// then waits for ever as well, but not behind a goroutine that panics:
//
//	func (s *Server) Serve() { s.mu.Lock(); defer s.mu.Unlock(); …; select {} } // wrong
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore lockheld the worker has passed that point by then
package lockheld
