// Package leave_method starts who sends from a method, long after who receives, which ends by a turn of its loop.
package leave_method

import "context"

type queue struct{ jobs chan func() }

// Serve runs the jobs until a context ends.
func Serve(ctx context.Context, accept func() func()) {
	q := &queue{jobs: make(chan func())}
	go q.loop(ctx)
	for {
		q.post(accept())
	}
}

func (q *queue) loop(ctx context.Context) {
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
	go func() { q.jobs <- job }() // want blocks-forever
}
