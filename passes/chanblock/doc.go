// Package chanblock reports operations on channels that block for ever or make
// the program die, and goroutines that cannot end.
//
// # How a datum flows
//
// A [channel] is followed from make through variables, function literals and calls
// within the package, and out of a function that returns it. A channel that goes
// anywhere else (a field, another package) is not reported by most patterns, because other goroutines
// may answer. Otherwise all operations on it are known, and each pattern asks about
// them and about the paths between them. A field that only the package can name has a
// [fieldChannel]: its question is whether any goroutine answers at all. A [flow] follows a channel
// wherever the package takes it. It is for one question: whether the receivers may leave a sender behind (uncovered.go).
//
// # Analyzer chanblock
//
// chanblock: report channel operations without an answer, channels closed twice or sent to after that, goroutines that wait for themselves, and those that cannot end
//
// # blocks-forever
//
// A goroutine that sends to a channel without a buffer waits for a receiver. If the
// only receiver may return, the goroutine stays for ever:
//
//	ch := make(chan int)
//	go func() { ch <- f() }()       // wrong: no receiver after the timeout
//	select {
//	case v := <-ch:
//	case <-time.After(time.Second):
//	}
//
// Give the channel a buffer:
//
//	ch := make(chan int, 1) // right
//
// The same holds for a function that returns before it receives. It also holds when a
// function of the package starts the goroutine and returns the channel. A test that has
// failed by then (t.Error) is not reported. Neither is a loop that receives from one
// goroutine of several in each turn.
//
// Conversely, a receiver waits for ever when there is no sender, or when the sender may
// return without a send. So does a range over a channel without a close:
//
//	go func() {
//		if err := work(); err != nil {
//			return // wrong: the receiver is left waiting
//		}
//		done <- true
//	}()
//	<-done
//
//	go func() { defer close(done); … }() // right
//
// A wait is not reported when the function has started a goroutine before that ends the program on each path.
//
// A sender also waits for ever when its receiver may have returned by then. The
// receiver returns at the end of a context that comes from outside, or at the first
// error while the sends go on:
//
//	go func() {
//		for {
//			select {
//			case v := <-ch: use(v)
//			case <-ctx.Done(): return
//			}
//		}
//	}()
//	for _, v := range values { ch <- v } // wrong: waits for ever when ctx has ended
//
//	select { case ch <- v: case <-ctx.Done(): return } // right
//
// A send is uncovered when no goroutine receives any more on some path of the receiver. The receiver leaves at the end of a
// context or a time, or when a call has failed. It may also leave because of a value, because another goroutine tells it to, or
// with as many values as it was to receive. Receives and sends may be in called functions, the channel may be in a field,
// be an argument or a result. The sender has no alternative, and may send more than has room in the buffer.
//
// A function may send all work to few goroutines, and receive their results only after that. It waits for ever when there
// is more work than goroutines, since each waits to send its first result. Let a goroutine send the work.
//
// A function that takes a place of a semaphore must give it back on every path. So must a function answer that lets others wait
// for a new object:
//
//	l.places <- struct{}{}
//	if err := f(); err != nil { return err } // wrong: the place is gone
//	<-l.places
//
//	l.places <- struct{}{}
//	defer func() { <-l.places }() // right
//
// A part may not be shown: that no other code receives, that a condition comes out so, or that it is the same channel. Then the
// finding is possible, names the part, and is shown with -show-possible only.
//
// A function that closes a channel when it returns must not receive from it before,
// neither itself nor through a call. A loop must not send to a channel from which it
// alone receives. A channel variable without any assignment is nil and blocks for ever
// as well. In a select, a nil channel switches its case off and is not reported. A
// simulation finds goroutines without branches that wait for each other in a circle.
//
// # waitgroup-self
//
// A goroutine that is counted until it calls Done must not wait for the WaitGroup
// before Done, neither itself nor through a call:
//
//	func (s *Server) loop() { defer s.wg.Done(); …; s.Close() } // wrong: Close waits for loop
//	func (s *Server) Close() { close(s.stop); s.wg.Wait() }
//
//	func (s *Server) loop() { defer s.wg.Done(); …; go s.Close() } // right
//
// # double-close, send-closed
//
// Closing a closed channel panics, and so does sending to it:
//
//	for _, j := range jobs { go func() { defer close(done); j() }() } // wrong: each closes it
//	for _, v := range values { go func() { ch <- v }() }; close(ch)   // wrong: they may send after that
//
// A close is not reported where a receive that does not wait has seen the channel open.
//
// A loop that receives until the channel is closed also receives the values left in it
// after the close. It must not send a failed value back to the channel when an exported
// function may close the channel at any time.
//
// Let one goroutine close it, after all sends:
//
//	go func() { wg.Wait(); close(ch) }() // right
//
// # never-ends
//
// Stop of a time.Ticker does not close its channel, and break in a select leaves only
// the select:
//
//	go func() { for range t.C { … } }(); …; t.Stop()     // wrong: stays for ever
//	for { select { case <-done: break; case j := <-jobs: … } } // wrong
//
//	for { select { case <-done: return; case <-t.C: … } } // right
//
// A goroutine without any attempt to end it is not reported. Neither is a goroutine
// that main starts, because the program ends when main returns.
//
// # To silence
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore chanblock the program ends then
package chanblock
