package latent

import (
	"sync"
	"testing"
)

type job struct {
	id, tries int
}

// workers do jobs, and try a job again that failed the first time.
type workers struct {
	jobs chan job
	left sync.WaitGroup
	mu   sync.Mutex
	done []int
}

func newWorkers(n int) *workers {
	w := &workers{jobs: make(chan job, 2)}
	for range n {
		go w.work()
	}
	return w
}

func (w *workers) work() {
	for j := range w.jobs {
		if j.id%2 == 0 && j.tries == 0 {
			w.jobs <- job{j.id, j.tries + 1}
			continue
		}
		sum := 0
		for i := range 1000 {
			sum += i * j.id
		}
		w.mu.Lock()
		w.done = append(w.done, sum)
		w.mu.Unlock()
		w.left.Done()
	}
}

func (w *workers) submit(id int) {
	w.left.Add(1)
	w.jobs <- job{id: id}
}

func TestPool(t *testing.T) {
	w := newWorkers(4)
	for id := range 20 {
		w.submit(id)
	}
	w.left.Wait()
	close(w.jobs)
	if len(w.done) != 20 {
		t.Fatalf("%d jobs done", len(w.done))
	}
}
