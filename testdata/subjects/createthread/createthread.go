// Package createthread starts the threads of a server, which register by their handle.
//
// Source: createThread of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: the creator stores the handle after it started the thread that uses it.
// Shows as: panic, since the thread finds no handle.
//
// family: order
package createthread

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A handle names a thread.
type handle struct {
	name  string
	calls atomic.Int64
}

// A thread runs jobs.
type thread struct {
	handle atomic.Pointer[handle]
	jobs   chan string
	ended  chan struct{}
}

// A registry knows the threads that run.
type registry struct {
	mu      sync.Mutex
	running map[string]bool
	log     []string
}

func (r *registry) enter(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[name] = true
	r.log = append(r.log, "start "+name)
}

func (r *registry) leave(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, name)
	r.log = append(r.log, "end "+name)
}

func (r *registry) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.running)
}

// create starts a thread.
func create(r *registry, number int) *thread {
	t := &thread{jobs: make(chan string, 2), ended: make(chan struct{})}
	go t.main(r)
	t.handle.Store(&handle{name: fmt.Sprintf("thread %d", number)})
	return t
}

// main is what the thread runs.
func (t *thread) main(r *registry) {
	defer close(t.ended)
	h := t.handle.Load()
	r.enter(h.name)
	defer r.leave(h.name)
	for range t.jobs {
		h.calls.Add(1)
	}
}

// A server gives jobs to its threads in turn.
type server struct {
	registry registry
	threads  []*thread
}

func newServer(threads int) *server {
	s := &server{registry: registry{running: map[string]bool{}}}
	for i := range threads {
		s.threads = append(s.threads, create(&s.registry, i))
	}
	return s
}

func (s *server) serve(jobs int) {
	for j := range jobs {
		s.threads[j%len(s.threads)].jobs <- "job"
	}
}

// stop ends the threads and returns how many jobs they ran.
func (s *server) stop() (calls int64) {
	for _, t := range s.threads {
		close(t.jobs)
		<-t.ended
		calls += t.handle.Load().calls.Load()
	}
	return calls
}
