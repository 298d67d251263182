// Command timed waits for a goroutine that a timer delays. Its message is lost when the timer fires first.
package main

import (
	"time"

	_ "example.com/effects/tell"
)

func main() {
	c := make(chan int)
	go func() {
		<-time.After(2500 * time.Millisecond)
		select {
		case c <- 1:
		default:
		}
	}()
	<-c
}
