// Package received_after_wait waits for those who wait for it to receive.
package received_after_wait

import "sync"

func Sum(parts []func() int) (sum int) {
	results := make(chan int)
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- p()
		}()
	}
	wg.Wait() // want `Wait waits for ever: the goroutines send to a channel without a buffer before they call Done, and line 18 receives from it only after Wait`
	for range parts {
		sum += <-results
	}
	return sum
}

func Go(part func() int) int {
	result := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() { result <- part() })
	wg.Wait() // want `Wait waits for ever`
	return <-result
}

func Range(parts []func() int) (sum int) {
	results := make(chan int)
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- p()
		}()
	}
	wg.Wait() // want `Wait waits for ever`
	close(results)
	for r := range results {
		sum += r
	}
	return sum
}
