// Package held_part waits with the lock of a store for a log to end, which takes the lock of the store besides
// its own: both have it from a struct that they contain.
package held_part

import "sync"

type base struct {
	sync.RWMutex
	closed bool
}

type generic struct {
	base
	logs map[string]*Log
}

type Store struct {
	generic
}

type genericLog struct {
	base
	n int
}

type Log struct {
	genericLog
	owner *generic
	done  sync.WaitGroup
	stop  chan bool
}

func NewLog(owner *generic) *Log {
	l := &Log{owner: owner, stop: make(chan bool, 1)}
	l.done.Add(1)
	go l.run()
	return l
}

func (l *Log) run() {
	defer l.done.Done()
	for {
		l.Lock()
		l.n++
		l.Unlock()
		l.owner.Lock()
		l.owner.closed = l.n > 1000
		l.owner.Unlock()
		select {
		case <-l.stop:
			return
		default:
		}
	}
}

func (l *Log) Close() {
	l.Lock()
	l.closed = true
	l.stop <- true
	l.Unlock()
	l.done.Wait()
}

func (g *generic) Delete(name string) {
	g.Lock()
	defer g.Unlock()
	g.delete(name) // want lockheld
}

func (g *generic) delete(name string) {
	g.logs[name].Close()
	delete(g.logs, name)
}

func (s *Store) Add(name string) {
	s.Lock()
	defer s.Unlock()
	s.logs[name] = NewLog(&s.generic)
}
