// Package swapped sends to one of two channels, and nobody receives from either.
package swapped

func Either(turn bool) {
	left, right := make(chan int), make(chan int)
	picked := left
	if turn {
		picked = right
	}
	picked <- 1 // want `Either waits to send to`
}
