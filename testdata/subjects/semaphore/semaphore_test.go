package semaphore

import "testing"

func TestJobs(t *testing.T) {
	r := &runner{semaphore: newSemaphore(1), board: board{done: map[string]int{}}}
	if steps := r.all(job{"copy", 2}, job{"index", 2}, job{"mail", 2}); steps != 6 {
		t.Errorf("%d steps, want 6", steps)
	}
	if n := r.board.steps("mail"); n != 2 {
		t.Errorf("%d steps of mail, want 2", n)
	}
}
