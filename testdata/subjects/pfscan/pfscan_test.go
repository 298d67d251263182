package pfscan

import "testing"

func TestScan(t *testing.T) {
	s := newScan("lock")
	s.run([]file{{"a", "a lock"}, {"b", "a key"}, {"c", "locks"}, {"d", "none"}}, 2)
	if len(s.matches) != 2 {
		t.Errorf("matches: %v", s.matches)
	}
}
