package semaphore

import "testing"

func TestJobs(t *testing.T) {
	r := &runner{semaphore: newSemaphore(2), board: board{done: map[string]int{}}}
	if steps := r.all(job{"copy", 2}, job{"index", 1}, job{"mail", 1}, job{"scan", 1}); steps != 5 {
		t.Errorf("%d steps, want 5", steps)
	}
	if n := r.board.steps("mail"); n != 1 {
		t.Errorf("%d steps of mail, want 1", n)
	}
}
