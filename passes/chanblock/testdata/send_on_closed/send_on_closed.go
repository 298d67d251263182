// Package send_on_closed sends to a channel that is closed.
package send_on_closed

type Feed struct{ ch chan int }

func (f *Feed) End(last int) {
	close(f.ch)
	f.ch <- last // want `sends to a channel that was closed in line 7: the program dies`
}

func Unordered(values []int, use func(int)) {
	ch := make(chan int)
	go func() {
		for v := range ch {
			use(v)
		}
	}()
	for _, v := range values {
		go func() {
			ch <- v // want `sends to a channel that was closed in line 23: the program dies`
		}()
	}
	close(ch)
}
