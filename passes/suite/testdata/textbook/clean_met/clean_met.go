// Package clean_met waits, with a lock held, for who has had it before they met.
package clean_met

import "sync"

type sema struct {
	ready    chan bool
	response *sync.WaitGroup
}

func newSema() *sema { return &sema{ready: make(chan bool), response: &sync.WaitGroup{}} }

type waiters []*sema

func (w *waiters) put(s *sema) { *w = append(*w, s) }

func (w *waiters) get() *sema {
	if len(*w) == 0 {
		return nil
	}
	s := (*w)[0]
	*w = (*w)[1:]
	return s
}

type Queue struct {
	mu      sync.Mutex
	items   []int
	waiters waiters
}

func (q *Queue) Put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, n)
	if s := q.waiters.get(); s != nil {
		s.response.Add(1)
		s.ready <- true
		s.response.Wait()
	}
}

func (q *Queue) Get() int {
	q.mu.Lock()
	if len(q.items) == 0 {
		s := newSema()
		q.waiters.put(s)
		q.mu.Unlock()
		<-s.ready
		n := q.items[0]
		q.items = q.items[1:]
		s.response.Done()
		return n
	}
	n := q.items[0]
	q.items = q.items[1:]
	q.mu.Unlock()
	return n
}

type Sender interface {
	Send(acked func(id string)) string
}

// Publish has had the lock before anybody is given the function that sends with it.
func Publish(s Sender) string {
	done := make(chan bool)
	var mu sync.Mutex
	var id string
	acked := func(got string) {
		mu.Lock()
		defer mu.Unlock()
		if got == id {
			done <- true
		}
	}
	mu.Lock()
	id = s.Send(acked)
	mu.Unlock()
	<-done
	return id
}
