package waits_fixed

import "sync"

// Options say how the work is done.
type Options struct {
	Workers int // at least one
}

// Each calls f for each item.
func Each(workers int, items []string, f func(string)) {
	work := make(chan string)
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for s := range work {
				f(s)
			}
		}()
	}
	for _, s := range items {
		work <- s
	}
	close(work)
	wg.Wait()
}

// EachOf calls f for each item.
func EachOf(o Options, items []string, f func(string)) { Each(o.Workers, items, f) }
