// Package whole_struct assigns a structure as a whole, and then waits for it.
package whole_struct

type job struct {
	busy  bool
	tries int
}

func Wait() {
	done := make(chan int)
	j := job{tries: 2}
	j.tries--
	j = job{busy: true}
	if j.tries == 0 {
		<-done // want `Wait waits to receive from the channel of line 10 \(line 15\)`
	}
}
