// Package two_types knows which type a value has, and so that nobody answers.
package two_types

type order struct{ done chan int }

func Place() int {
	done := make(chan int)
	go func() {
		m := any(&order{done: done})
		if _, isOrder := m.(*order); isOrder {
			return
		}
		done <- 1
	}()
	return <-done // want `Place waits to receive from done \(line 15\)`
}
