// Package thrift manages workers that run tasks, and stops them.
//
// Source: the thread manager of Thrift, table 1 of the HaPSet paper (Wang, Said, Gupta
// 2011), with two workers.
// Bug: stop waits for busy workers with the lock that a worker needs to become idle.
// Shows as: deadlock.
//
// family: locks
package thrift

import (
	"sync"
	"sync/atomic"
)

// A task is work with a timestamp by which it was added.
type task struct {
	number int64
	run    func()
}

// A manager has a queue of tasks and workers that take from it.
type manager struct {
	mu       sync.Mutex
	monitor  *sync.Cond
	tasks    []task
	workers  []*worker
	stopping bool
	added    atomic.Int64
	expired  atomic.Int64
}

// A worker is busy from the time when it takes a task until it says that it is idle.
type worker struct {
	manager *manager
	busy    bool
	idle    chan struct{}
	left    sync.WaitGroup
	ran     int
}

func newManager(workers int) *manager {
	m := &manager{}
	m.monitor = sync.NewCond(&m.mu)
	for range workers {
		w := &worker{manager: m, idle: make(chan struct{}, 1)}
		w.left.Add(1)
		m.workers = append(m.workers, w)
		go w.work()
	}
	return m
}

// add queues a task.
func (m *manager) add(run func()) {
	number := m.added.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tasks = append(m.tasks, task{number, run})
	m.monitor.Signal()
}

// next waits for a task. It needs the lock.
func (m *manager) next() (t task, ok bool) {
	for len(m.tasks) == 0 && !m.stopping {
		m.monitor.Wait()
	}
	if len(m.tasks) == 0 {
		return task{}, false
	}
	t, m.tasks = m.tasks[0], m.tasks[1:]
	return t, true
}

func (w *worker) work() {
	defer w.left.Done()
	m := w.manager
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		t, ok := m.next()
		if !ok {
			return
		}
		w.busy = true
		m.mu.Unlock()
		t.run()
		m.mu.Lock()
		w.busy = false
		w.ran++
		select {
		case w.idle <- struct{}{}:
		default:
		}
	}
}

// stop waits until the workers are idle and lets them end.
func (m *manager) stop() {
	m.mu.Lock()
	m.stopping = true
	m.monitor.Broadcast()
	for _, w := range m.workers {
		for w.busy {
			<-w.idle
		}
	}
	m.mu.Unlock()
	for _, w := range m.workers {
		w.left.Wait()
	}
}

// run runs tasks by a manager and returns how many the workers ran.
func run(workers, tasks int) (ran int) {
	m := newManager(workers)
	var results sync.WaitGroup
	for range tasks {
		results.Add(1)
		m.add(func() { results.Done() })
	}
	results.Wait()
	m.stop()
	for _, w := range m.workers {
		ran += w.ran
	}
	return ran
}
