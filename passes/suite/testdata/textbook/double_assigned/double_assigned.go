// Package double_assigned locks what a function finds in a field that its caller has assigned to, and elements whose
// index is known on the way.
package double_assigned

import "sync"

type level struct {
	sync.RWMutex
	n      int
	tables []int
}

type levels struct {
	all  []*level
	busy sync.Mutex
}

type job struct {
	id         int
	this, next *level
	out        []int
}

func (j *job) lock() {
	j.this.RLock()
	j.next.RLock()
}

func (j *job) unlock() {
	j.next.RUnlock()
	j.this.RUnlock()
}

func (s *levels) withinFirst(j *job) bool {
	if j.id != 0 {
		return false
	}
	j.next = s.all[0]
	j.lock()
	defer j.unlock()
	s.busy.Lock()
	defer s.busy.Unlock()
	j.out = append(j.out, j.this.tables...)
	return len(j.out) > 0
}

func (s *levels) toNext(j *job) bool {
	j.lock()
	defer j.unlock()
	j.out = append(j.out, j.this.tables...)
	return len(j.out) > 0
}

func (s *levels) first(j *job) bool { return s.toNext(j) || s.withinFirst(j) }

func (s *levels) Compact(id, l int) bool {
	j := job{id: id, this: s.all[l]}
	if l == 0 {
		j.next = s.all[3]
		return s.first(&j) // want recursive-rlock
	}
	j.next = s.all[l+1]
	return s.toNext(&j)
}

func (s *levels) Add(l, n int) {
	s.all[l].Lock()
	defer s.all[l].Unlock()
	s.all[l].tables = append(s.all[l].tables, n)
}
