// Package clean_loop_flag locks in the first turn of a loop that needs it, and remembers that it has. In
// unlock_continue nothing is remembered.
package clean_loop_flag

import "sync"

type Recorder struct {
	mu   sync.Mutex
	last int
}

func (r *Recorder) Run(next func() (codes []int, ok bool), send func(int) error) error {
	locked := false
	for {
		codes, ok := next()
		if !ok {
			return nil
		}
		if len(codes) > 1 {
			if !locked {
				r.mu.Lock()
				defer r.mu.Unlock()
				locked = true
			}
			r.last = codes[0]
		}
		for _, c := range codes {
			if c > 3 {
				println(c)
			}
			if err := send(c); err != nil {
				return err
			}
		}
	}
}
