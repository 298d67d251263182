// Package twice reports methods that end something and may be called once only.
//
// # Analyzer twice
//
// twice: report exported methods that die or block when they are called for the second time
//
// Close and its like are called in a defer and once more where an error is handled, or by
// two goroutines. A method that closes a channel whatever happened before makes the
// program die then, and one that sends to a goroutine which ends by that blocks for ever:
//
//	func (c *Conn) Close() { close(c.done) }         // wrong: the second call dies
//	func (s *Server) Stop() { s.stop <- struct{}{} } // wrong: nobody receives any more
//
// Let the first call only do it:
//
//	func (c *Conn) Close() { c.once.Do(func() { close(c.done) }) } // right
//
// So is a test of a field without a lock, which two calls may both pass:
//
//	if c.done != nil { close(c.done); c.done = nil } // wrong when two call it
//
// It is reported for a channel in a field that only the constructor makes. What a test or
// a lock guards is left alone.
//
// This check is off by default: many types are closed once, by whom they belong to, and
// nothing in the program says so. Switch it on with -enable twice.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore twice the owner calls it once
package twice
