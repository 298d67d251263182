package createthread

import "testing"

func TestServer(t *testing.T) {
	s := newServer(3)
	s.serve(9)
	if calls := s.stop(); calls != 9 {
		t.Errorf("%d jobs ran, want 9", calls)
	}
	if n := s.registry.size(); n != 0 || len(s.registry.log) != 6 {
		t.Errorf("%d threads are left, the log is %v", n, s.registry.log)
	}
}
