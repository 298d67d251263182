// Package clean_assigned locks what a function finds in a field that its caller has assigned to, where that is another
// object, or may be another one by then.
package clean_assigned

import "sync"

type level struct {
	sync.RWMutex
	tables []int
}

type levels struct {
	all []*level
}

type job struct {
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

func (j *job) take() {
	j.lock()
	defer j.unlock()
	j.out = append(j.out, j.this.tables...)
}

// Compact has two levels, whatever l is.
func (s *levels) Compact(l int) {
	j := job{this: s.all[l]}
	switch {
	case l == 1:
		s.first(&j)
	case l != 0:
		s.first(&j)
	default:
		j.next = s.all[l+1]
		j.take()
	}
}

func (s *levels) first(j *job) {
	j.next = s.all[0]
	j.take()
}

func (s *levels) choose(j *job, l int) { j.next = s.all[l] }

// Last has another one by the time it is locked.
func (s *levels) Last(n int) {
	j := job{this: s.all[0]}
	s.lastOf(&j, n)
}

func (s *levels) lastOf(j *job, n int) {
	j.next = s.all[0]
	s.choose(j, n)
	j.take()
}

// Either has one of two.
func (s *levels) Either(n int) {
	j := job{this: s.all[0]}
	s.eitherOf(&j, n)
}

func (s *levels) eitherOf(j *job, n int) {
	if n == 0 {
		j.next = s.all[0]
		j.this = s.all[1]
	}
	j.take()
}

// Again is given another value before.
func (s *levels) Again(other job) {
	j := job{this: s.all[0]}
	j = other
	s.first(&j)
}

func (s *levels) Add(l, n int) {
	s.all[l].Lock()
	defer s.all[l].Unlock()
	s.all[l].tables = append(s.all[l].tables, n)
}
