// Package circle has goroutines that wait for each other.
package circle

func Cross() (int, int) {
	a, b := make(chan int), make(chan int)
	go func() {
		v := <-a
		b <- v
	}()
	x := <-b // want `no goroutine can ever answer this channel operation: the goroutines of Cross wait for each other`
	a <- 1
	return x, 0
}
