// Package awaited has a job that is waited for.
package awaited

// A Job is done at some time.
type Job struct {
	done   chan struct{}
	failed bool
}

// New makes a job.
func New() *Job { return &Job{done: make(chan struct{})} }

// Fail ends it.
func (j *Job) Fail() { j.failed = true }

// Wait waits for the end.
func (j *Job) Wait() { <-j.done }
