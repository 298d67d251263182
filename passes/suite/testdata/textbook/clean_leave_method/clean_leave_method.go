// Package clean_leave_method gives up what it posts when who receives has ended.
package clean_leave_method

import "context"

type queue struct {
	jobs chan func()
	done chan struct{}
}

// Serve runs the jobs until a context ends.
func Serve(ctx context.Context, accept func() func()) {
	q := &queue{jobs: make(chan func()), done: make(chan struct{})}
	go q.loop(ctx)
	for {
		q.post(accept())
	}
}

func (q *queue) loop(ctx context.Context) {
	defer close(q.done)
	for q.turn(ctx) {
	}
}

func (q *queue) turn(ctx context.Context) bool {
	select {
	case job := <-q.jobs:
		job()
		return true
	case <-ctx.Done():
		return false
	}
}

func (q *queue) post(job func()) {
	go func() {
		select {
		case q.jobs <- job:
		case <-q.done:
		}
	}()
}
