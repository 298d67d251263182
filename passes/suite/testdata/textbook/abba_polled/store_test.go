package abba_polled

import "testing"

func eventually(t *testing.T, tries int, ok func() bool) {
	t.Helper()
	for range tries {
		if ok() {
			return
		}
	}
	t.Error("not in time")
}

func soon(t *testing.T, ok func() bool) {
	t.Helper()
	eventually(t, 100, ok)
}

func flushed(i *Index, l *Log) int {
	i.Flush(l)
	return len(l.lines)
}

func TestPut(t *testing.T) {
	s := &Store{items: map[string]int{}, index: &Index{}}
	go s.Put("x", 1)
	soon(t, func() bool {
		s.index.mu.Lock()
		defer s.index.mu.Unlock()
		return s.Len() == len(s.index.keys)
	})
}

func TestFlush(t *testing.T) {
	i, l := &Index{}, &Log{}
	go flushed(i, l)
	l.mu.Lock()
	defer l.mu.Unlock()
	if flushed(i, &Log{}) == len(l.lines) {
		t.Error("nothing flushed")
	}
}
