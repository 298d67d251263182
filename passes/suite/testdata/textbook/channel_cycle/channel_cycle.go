// Command channel_cycle: each side waits for the other one to receive first.
package main

func main() {
	a, b := make(chan int), make(chan int)
	done := make(chan bool)
	go func() {
		a <- 1
		<-b
		done <- true
	}()
	b <- 1 // want blocks-forever
	<-a
	<-done
}
