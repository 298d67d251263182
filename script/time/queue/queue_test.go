// Package queue takes jobs by POST and tells by GET whether they are done.
package queue

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

type queue struct {
	mu   sync.RWMutex
	cond *sync.Cond
	todo []string
	done map[string]bool
}

func newQueue() *queue {
	q := &queue{done: map[string]bool{}}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue) work() {
	for {
		q.mu.Lock()
		for len(q.todo) == 0 {
			q.cond.Wait()
		}
		job := q.todo[0]
		q.todo = q.todo[1:]
		if job == "" {
			q.mu.Unlock()
			return
		}
		q.done[job] = true
		q.mu.Unlock()
	}
}

func (q *queue) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/")
	if r.Method == "POST" {
		q.mu.Lock()
		q.todo = append(q.todo, id)
		q.mu.Unlock()
		q.cond.Signal()
		return
	}
	q.mu.RLock()
	defer q.mu.RUnlock()
	_ = json.NewEncoder(w).Encode(q.done[id])
}

func TestQueue(t *testing.T) {
	q := newQueue()
	var wg sync.WaitGroup
	wg.Go(q.work)
	server := httptest.NewServer(q)
	defer server.Close()
	for _, id := range []string{"a", "b"} {
		resp, err := http.Post(server.URL+"/"+id, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	for done := false; !done; time.Sleep(time.Millisecond) {
		resp, err := http.Get(server.URL + "/b")
		if err != nil {
			t.Fatal(err)
		}
		_ = json.NewDecoder(resp.Body).Decode(&done)
		resp.Body.Close()
	}
	q.mu.Lock()
	q.todo = append(q.todo, "")
	q.mu.Unlock()
	q.cond.Signal()
	wg.Wait()
}
