// Package nobody_closes_right closes it, or leaves the loop.
package nobody_closes_right

func Sum(values []int, add func(int)) {
	ch := make(chan int)
	go func() {
		for v := range ch {
			add(v)
		}
	}()
	for _, v := range values {
		ch <- v
	}
	close(ch)
}

func Until(values [10]int, add func(int) bool) {
	ch := make(chan int, 10)
	go func() {
		for v := range ch {
			if !add(v) {
				return
			}
		}
	}()
	for _, v := range values {
		ch <- v
	}
}

// Adder gives out what sends: as long as somebody has it, the goroutine is needed.
func Adder(add func(int)) func(int) {
	ch := make(chan int)
	go func() {
		for v := range ch {
			add(v)
		}
	}()
	return func(v int) { ch <- v }
}
