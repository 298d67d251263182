// Package clean_child locks what a part belongs to before the data.
package clean_child

import "sync"

type Data struct {
	mu    sync.Mutex
	times []int
}

type Trace struct {
	data *Data
	name string
}

var free = sync.Pool{New: func() any { return new(Span) }}

func (t *Trace) Start(parent *Span) *Span {
	s := free.Get().(*Span)
	s.trace, s.parent = t, parent
	if s.parent != nil {
		s.parent.mu.Lock()
		defer s.parent.mu.Unlock()
		s.parent.kids++
	}
	t.data.mu.Lock()
	defer t.data.mu.Unlock()
	t.data.times = append(t.data.times, 0)
	return s
}

type Span struct {
	mu     sync.Mutex
	trace  *Trace
	parent *Span
	kids   int
	time   int
}

func (s *Span) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report()
}

func (s *Span) report() {
	if s.parent != nil {
		s.parent.mu.Lock()
		defer s.parent.mu.Unlock()
	}
	s.trace.data.mu.Lock()
	defer s.trace.data.mu.Unlock()
	if s.parent != nil {
		s.parent.kids--
	}
	s.trace.data.times = append(s.trace.data.times, s.time)
}
