// Package chain runs jobs and the jobs that follow from them, in a fixed number of goroutines.
package chain

import (
	"errors"
	"sync"
	"sync/atomic"
)

// Errors of a Runner.
var (
	ErrFull   = errors.New("chain: queue is full")
	ErrClosed = errors.New("chain: closed")
)

// A Job is work with jobs that come after it.
type Job struct {
	name    string
	work    func() error
	next    []*Job
	started atomic.Bool
}

// NewJob returns a job. Without work, it only begins what follows it.
func NewJob(name string, work func() error) *Job {
	return &Job{name: name, work: work}
}

// Then adds jobs that begin when j has succeeded, and returns j. Call it before j is submitted.
func (j *Job) Then(next ...*Job) *Job {
	j.next = append(j.next, next...)
	return j
}

// A Runner has a queue and the workers that serve it. Each job runs at most once, even when it
// is submitted twice or follows two jobs.
type Runner struct {
	queue   chan *Job
	workers sync.WaitGroup
	pending sync.WaitGroup

	mu     sync.Mutex
	closed bool
	done   []string
	errs   []error
}

// New starts workers with a queue for depth jobs. Both are at least 1.
func New(workers, depth int) (*Runner, error) {
	if workers < 1 || depth < 1 {
		return nil, errors.New("chain: needs a worker and a place in the queue")
	}
	r := &Runner{queue: make(chan *Job, depth)}
	for range workers {
		r.workers.Add(1)
		go func() {
			defer r.workers.Done()
			for j := range r.queue {
				r.run(j)
			}
		}()
	}
	return r, nil
}

// Submit puts a job into the queue. It does not wait.
func (r *Runner) Submit(j *Job) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	r.pending.Add(1)
	select {
	case r.queue <- j:
		return nil
	default:
		r.pending.Done()
		return ErrFull
	}
}

// run does a job. The jobs after it go into the queue, and those for which there is no room are
// done by the same worker.
func (r *Runner) run(j *Job) {
	defer r.pending.Done()
	if j.started.Swap(true) || !r.try(j) {
		return
	}
	for _, next := range j.next {
		r.pending.Add(1)
		select {
		case r.queue <- next:
		default:
			r.run(next)
		}
	}
}

// try does the work of a job and notes how it went.
func (r *Runner) try(j *Job) bool {
	var err error
	if j.work != nil {
		err = j.work()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.errs = append(r.errs, err)
		return false
	}
	r.done = append(r.done, j.name)
	return true
}

// Close waits until all submitted jobs and all that follow from them are done, and ends the
// workers. It returns the names of successful jobs and all errors. A second Close returns the same.
// Work must not call it.
func (r *Runner) Close() ([]string, error) {
	r.mu.Lock()
	first := !r.closed
	r.closed = true
	r.mu.Unlock()
	r.pending.Wait()
	if first {
		close(r.queue)
	}
	r.workers.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done, errors.Join(r.errs...)
}
