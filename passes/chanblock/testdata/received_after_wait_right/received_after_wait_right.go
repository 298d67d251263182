// Package received_after_wait_right receives while others wait, or gives room.
package received_after_wait_right

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
	go func() {
		wg.Wait()
		close(results)
	}()
	for r := range results {
		sum += r
	}
	return sum
}

func Room(parts []func() int) (sum int) {
	results := make(chan int, len(parts))
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- p()
		}()
	}
	wg.Wait()
	for range parts {
		sum += <-results
	}
	return sum
}

// First is done before it sends.
func First(part func() int) int {
	result := make(chan int)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		v := part()
		wg.Done()
		result <- v
	}()
	wg.Wait()
	return <-result
}
