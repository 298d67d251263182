// Package fed_first hands out all work before it receives a result.
package fed_first

import "sync"

func Double(list []int) (all []int) {
	jobs, results := make(chan int), make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for j := range jobs {
				results <- 2 * j
			}
		})
	}
	for _, j := range list {
		jobs <- j // want "blocks for ever when there is more to send than goroutines receive: each waits to send a result, and line 24 receives"
	}
	close(jobs)
	go func() {
		wg.Wait()
		close(results)
	}()
	for r := range results {
		all = append(all, r)
	}
	return all
}

func Sum(list []int) (sum int) {
	in, out := make(chan int, 4), make(chan int, 4)
	go func() {
		for {
			v, ok := <-in
			if !ok {
				close(out)
				return
			}
			out <- v * v
		}
	}()
	for _, v := range list {
		in <- v // want "blocks for ever when there is more to send"
	}
	close(in)
	for v := range out {
		sum += v
	}
	return sum
}
