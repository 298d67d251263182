// Package fed_first_right looks like package fed_first.
package fed_first_right

import "sync"

// Double hands out the work in a goroutine of its own.
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
	go func() {
		for _, j := range list {
			jobs <- j
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	for r := range results {
		all = append(all, r)
	}
	return all
}

// Few has less work than workers.
func Few() (sum int) {
	jobs, results := make(chan int), make(chan int)
	for range 3 {
		go func() {
			for j := range jobs {
				results <- 2 * j
			}
		}()
	}
	for j := range 3 {
		jobs <- j
	}
	close(jobs)
	for range 3 {
		sum += <-results
	}
	return sum
}

// Each has as many workers as work.
func Each(list []int) (sum int) {
	jobs, results := make(chan int), make(chan int)
	for range list {
		go func() { results <- 2 * <-jobs }()
	}
	for _, j := range list {
		jobs <- j
	}
	for range list {
		sum += <-results
	}
	return sum
}

// Room has room for all work.
func Room(list []int) (sum int) {
	jobs, results := make(chan int), make(chan int, len(list))
	go func() {
		for j := range jobs {
			results <- j
		}
	}()
	for _, j := range list {
		jobs <- j
	}
	close(jobs)
	for range list {
		sum += <-results
	}
	return sum
}

// Turns receives a result in each turn.
func Turns(list []int) (sum int) {
	jobs, results := make(chan int), make(chan int)
	go func() {
		for j := range jobs {
			results <- j
		}
	}()
	for _, j := range list {
		jobs <- j
		sum += <-results
	}
	close(jobs)
	return sum
}

// Total sends one result behind all work.
func Total(list []int) int {
	jobs, result := make(chan int), make(chan int)
	go func() {
		sum := 0
		for j := range jobs {
			sum += j
		}
		result <- sum
	}()
	for _, j := range list {
		jobs <- j
	}
	close(jobs)
	return <-result
}
