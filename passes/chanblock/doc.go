// Package chanblock reports operations on local channels that block for ever or
// make the program die.
//
// # Analyzer chanblock
//
// chanblock: report goroutines left behind at a channel, and channels closed twice
//
// A goroutine that sends to a channel without a buffer waits until somebody
// receives. If the only receiver may go away, the goroutine stays for ever:
//
//	ch := make(chan int)
//	go func() { ch <- f() }()       // wrong: nobody receives after the timeout
//	select {
//	case v := <-ch:
//	case <-time.After(time.Second):
//	}
//
// Give the channel room for what is sent:
//
//	ch := make(chan int, 1) // right
//
// Goroutines without branches that wait for each other in a circle are found
// by running them through, and close after close or send after close on one
// path are reported as well. Channels that leave the function are left alone.
//
// To silence a report, put a comment on its line or the line before:
//
//	//deadlocklint:ignore chanblock the program ends then
package chanblock
