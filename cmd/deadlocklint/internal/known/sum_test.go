package known

import "testing"

// Each concurrent test is in one group, and tests of one goroutine are none of them.
func TestSum(t *testing.T) {
	var s Sum
	if got := s.String(); got != "" {
		t.Error(got)
	}
	for range 3 {
		s.Add(1, Claim{Extent: All})
	}
	if got := s.String(); got != "3 sequential tests explored" {
		t.Error(got)
	}
	s.Add(2, Claim{Extent: All})
	s.Add(4, Claim{Extent: Within, Bound: 2})
	s.Add(4, Claim{Extent: Within, Bound: 1})
	s.Add(4, Claim{Extent: Within, Bound: 2})
	s.Add(9, Claim{Extent: Counted})
	s.Add(9, Claim{Extent: Ended})
	want := "6 concurrent tests explored: all orders of 1, all with at most 2 preemptions of 2, all with at most 1 preemption of 1, a part of 2; and 3 sequential"
	if got := s.String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
