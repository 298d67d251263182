// Package nobody_closes ranges over a channel that stays open.
package nobody_closes

func Sum(values []int, add func(int)) {
	ch := make(chan int)
	go func() {
		for v := range ch { // want `the loop never ends: no goroutine closes the channel that it receives from`
			add(v)
		}
	}()
	for _, v := range values {
		ch <- v
	}
}

// Total gives out a function that has nothing to do with the channel.
func Total(values []int, add func(int)) func() int {
	ch := make(chan int)
	go func() {
		for v := range ch { // want `no goroutine closes`
			add(v)
		}
	}()
	n := 0
	for _, v := range values {
		ch <- v
		n += v
	}
	return func() int { return n }
}
