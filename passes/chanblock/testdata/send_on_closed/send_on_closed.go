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

// A Retrier tries again what has failed.
type Retrier struct {
	jobs chan func() error
	log  func(error)
}

func (r *Retrier) run() {
	for job := range r.jobs {
		if err := job(); err != nil {
			r.log(err)
			select {
			case r.jobs <- job: // want `sends to the channel that the loop receives from: after Close has closed it, what is left in it is still received, and the program dies here`
			default:
			}
		}
	}
}

func (r *Retrier) Start() { go r.run() }

func (r *Retrier) Close() { close(r.jobs) }
