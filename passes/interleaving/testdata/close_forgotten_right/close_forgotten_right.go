// Package close_forgotten_right closes it.
package close_forgotten_right

func Sum() (sum int) {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		numbers <- 1
		numbers <- 2
	}()
	for n := range numbers {
		sum += n
	}
	return sum
}
