package main

import "sync"

type queue struct {
	mu      sync.Mutex
	some    *sync.Cond
	jobs    []int
	n, most int
	closed  bool
}

func (q *queue) put(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) >= 4 || q.n >= 8 || q.closed {
		q.some.Wait()
	}
	q.jobs, q.n, q.closed = append(q.jobs, v), q.n+1, v > 9
	q.n += 2
	q.n -= 2
	q.some.Broadcast()
}

func (q *queue) get() (v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 {
		q.some.Wait()
	}
	v, q.jobs = q.jobs[0], q.jobs[1:]
	q.n--
	q.some.Broadcast()
	return v
}

func main() {
	q := &queue{}
	q.some = sync.NewCond(&q.mu)
	var all sync.WaitGroup
	for i := range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 5 {
				q.put(i)
				q.get()
			}
		}()
	}
	all.Wait()
}
