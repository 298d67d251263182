// Package m has two workers of TestMain, which wait for a condition.
package m

import (
	"os"
	"sync"
	"testing"
)

type queue struct {
	mu    sync.Mutex
	some  sync.Cond
	jobs  []func()
	ended bool
}

func newQueue(take func(q *queue) func()) *queue {
	q := &queue{}
	q.some.L = &q.mu
	for range 2 {
		workers.Go(func() {
			for {
				job := take(q)
				if job == nil {
					return
				}
				job()
			}
		})
	}
	return q
}

// takeOnce looks once: another worker may have taken the job for which it was woken.
func takeOnce(q *queue) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.jobs) == 0 && !q.ended {
		q.some.Wait()
	}
	return q.next()
}

// take looks again when it is woken.
func take(q *queue) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 && !q.ended {
		q.some.Wait()
	}
	return q.next()
}

func (q *queue) next() func() {
	if q.ended {
		return nil
	}
	job := q.jobs[0]
	q.jobs = q.jobs[1:]
	return job
}

func (q *queue) put(job func()) {
	q.mu.Lock()
	q.jobs = append(q.jobs, job)
	q.mu.Unlock()
	q.some.Signal()
}

func (q *queue) end() {
	q.mu.Lock()
	q.ended = true
	q.mu.Unlock()
	q.some.Broadcast()
}

var (
	workers      sync.WaitGroup
	wrong, right *queue
)

func TestMain(m *testing.M) {
	wrong, right = newQueue(takeOnce), newQueue(take)
	status := m.Run()
	wrong.end()
	right.end()
	workers.Wait()
	os.Exit(status)
}

func two(q *queue) {
	var wg sync.WaitGroup
	wg.Add(2)
	q.put(wg.Done)
	q.put(wg.Done)
	wg.Wait()
}

func TestOnce(t *testing.T)      { two(wrong) }
func TestAgainWell(t *testing.T) { two(right) }
