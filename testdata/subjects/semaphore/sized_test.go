package semaphore

import (
	"fmt"
	"testing"
)

// Sized has n jobs and half as many permits. With one permit no bug shows.
func Sized(t *testing.T, n int) {
	r := &runner{semaphore: newSemaphore(n / 2), board: board{done: map[string]int{}}}
	var jobs []job
	for i := range n {
		jobs = append(jobs, job{fmt.Sprint(i), 1})
	}
	if steps := r.all(jobs...); steps != int64(n) {
		t.Errorf("%d steps, want %d", steps, n)
	}
}
