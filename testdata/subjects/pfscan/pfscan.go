// Package pfscan searches files for a word by several workers of one queue.
//
// Source: pfscan, table 2 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: a worker that ends counts itself out and signals without the lock of the condition.
// Shows as: deadlock, since main misses the signal and waits for ever.
//
// family: signals
package pfscan

import (
	"strings"
	"sync"
	"sync/atomic"
)

// A file has a path and a text.
type file struct {
	path, text string
}

// A queue has room for some paths. A producer closes it.
type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	less   *sync.Cond
	files  []file
	room   int
	closed bool
}

func newQueue(room int) *queue {
	q := &queue{room: room}
	q.more, q.less = sync.NewCond(&q.mu), sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(f file) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.files) >= q.room {
		q.less.Wait()
	}
	q.files = append(q.files, f)
	q.more.Signal()
}

func (q *queue) get() (f file, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.files) == 0 {
		if q.closed {
			return file{}, false
		}
		q.more.Wait()
	}
	f, q.files = q.files[0], q.files[1:]
	q.less.Signal()
	return f, true
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}

// A scan is one run of the program.
type scan struct {
	queue    *queue
	word     string
	aworkers atomic.Int64
	mu       sync.Mutex
	ended    *sync.Cond
	output   sync.Mutex
	matches  []string
}

func newScan(word string) *scan {
	s := &scan{queue: newQueue(2), word: word}
	s.ended = sync.NewCond(&s.mu)
	return s
}

func (s *scan) worker() {
	for {
		f, ok := s.queue.get()
		if !ok {
			break
		}
		if strings.Contains(f.text, s.word) {
			s.output.Lock()
			s.matches = append(s.matches, f.path)
			s.output.Unlock()
		}
	}
	s.leave()
}

// leave counts a worker out.
func (s *scan) leave() {
	s.aworkers.Add(-1)
	s.ended.Signal()
}

// wait waits for all workers.
func (s *scan) wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.aworkers.Load() > 0 {
		s.ended.Wait()
	}
}

// run searches all files.
func (s *scan) run(files []file, workers int) {
	s.aworkers.Store(int64(workers))
	for range workers {
		go s.worker()
	}
	for _, f := range files {
		s.queue.put(f)
	}
	s.queue.close()
	s.wait()
}
