package filled

import "testing"

// TestPush pops nothing.
func TestPush(t *testing.T) {
	s := New()
	pushed := make(chan bool)
	go func() {
		s.Push()
		close(pushed)
	}()
	<-pushed
	if n := s.Len(); n != 1 {
		t.Errorf("%d, want 1", n)
	}
}
