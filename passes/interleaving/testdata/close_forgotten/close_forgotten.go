// Package close_forgotten ranges over a channel that nobody closes.
package close_forgotten

func Sum() (sum int) {
	numbers := make(chan int)
	go func() {
		numbers <- 1
		numbers <- 2
	}()
	for n := range numbers { // want `Sum waits to receive from numbers`
		sum += n
	}
	return sum
}
