// Package whole_struct_right assigns a structure or an array as a whole: what it had before is gone.
package whole_struct_right

type job struct {
	done  chan int
	busy  bool
	tries int
}

func Forget() {
	j := job{done: make(chan int), tries: 1}
	j.tries++
	j = job{}
	if j.done != nil {
		<-j.done
	}
}

func Idle() {
	done := make(chan int)
	j := job{busy: true, tries: 3}
	j.tries--
	j = job{}
	go func() { done <- 1 }()
	if j.busy {
		return
	}
	<-done
}

func Off() {
	done := make(chan int)
	var on [2]bool
	on[1] = true
	on = [2]bool{}
	go func() { done <- 1 }()
	if on[1] {
		return
	}
	<-done
}

func load() job { return job{} }

// Loaded has a structure of which nothing is known.
func Loaded(from func() job) {
	done := make(chan int, 1)
	j := from()
	p := &j
	if p.busy {
		done <- 1
	}
	if p.busy {
		<-done
	}
}
