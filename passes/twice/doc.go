// Package twice reports methods that end the use of an object and may be called only
// once.
//
// # Analyzer twice
//
// twice: report exported methods that die or block when they are called for the second time
//
// A caller often defers Close, and calls it once more where it handles an error. Two
// goroutines may also call it. A method that closes a channel without a test makes the
// program die at the second call. A method that sends to a goroutine that ends after
// its first receive blocks for ever at the second call:
//
//	func (c *Conn) Close() { close(c.done) }         // wrong: the second call dies
//	func (s *Server) Stop() { s.stop <- struct{}{} } // wrong: no goroutine receives any more
//
// Let only the first call do it:
//
//	func (c *Conn) Close() { c.once.Do(func() { close(c.done) }) } // right
//
// A method that tests a field and sets it afterwards, without a lock, is reported as
// well. Two concurrent calls may both pass the test:
//
//	if c.done != nil { close(c.done); c.done = nil } // wrong when two call it
//
// A method is reported only for a channel in a field that nothing but the constructor
// makes. A method with any other test, or with a lock before the test, is not reported.
//
// This check is off by default: the owner of an object often closes it once, and
// nothing in the program says so. Switch it on with -enable twice.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore twice the owner calls it once
package twice
