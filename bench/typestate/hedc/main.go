// Command hedc is a kernel of the meta crawler hedc (thesis, table 9.3): a request
// is split into tasks that a pool runs, and a goroutine that waits for them may cancel.
package main

import (
	"crypto/sha256"
	"flag"
	"sync"
)

// A Task asks one archive.
type Task struct {
	mu        sync.Mutex
	cancelled bool
	result    [32]byte
}

// Run asks.
func (t *Task) Run(page []byte) {
	sum := sha256.Sum256(page)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.cancelled {
		t.result = sum
	}
}

// Cancel makes the result void.
func (t *Task) Cancel() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancelled = true
}

// Result is the hash that was found.
func (t *Task) Result() [32]byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result
}

// A Request is made of tasks.
type Request struct {
	mu   sync.Mutex
	open int
	done chan struct{}
}

// Begin counts the tasks.
func (r *Request) Begin(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open, r.done = n, make(chan struct{})
}

// TaskDone says that one is done.
func (r *Request) TaskDone() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open--; r.open == 0 {
		close(r.done)
	}
}

// Wait waits for all.
func (r *Request) Wait() { <-r.done }

const (
	workers = 4
	tasks   = 8 // of a request
)

type job struct {
	r *Request
	t *Task
}

func main() {
	n := flag.Int("n", 100, "requests")
	flag.Parse()
	jobs := make(chan job, tasks)
	page := make([]byte, 16<<10)
	for range workers {
		go func() {
			for j := range jobs {
				j.t.Run(page)
				j.r.TaskDone()
			}
		}()
	}
	for range *n {
		r := &Request{}
		r.Begin(tasks)
		var list []*Task
		for range tasks {
			t := &Task{}
			list = append(list, t)
			jobs <- job{r, t}
		}
		list[tasks-1].Cancel()
		r.Wait()
		for _, t := range list {
			t.Result()
		}
	}
	close(jobs)
}
