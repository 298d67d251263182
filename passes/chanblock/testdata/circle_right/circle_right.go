// Package circle_right has them in an order that works.
package circle_right

func Cross() (int, int) {
	a, b := make(chan int), make(chan int)
	go func() {
		v := <-a
		b <- v
	}()
	a <- 1
	x := <-b
	return x, 0
}

// Room does not hold the first one up.
func Room() int {
	a, b := make(chan int, 1), make(chan int, 1)
	go func() {
		b <- 1
		<-a
	}()
	a <- 1
	return <-b
}
