package lang

import "testing"

func TestIndex(t *testing.T) {
	x := newIndex()
	spans := []*span{{low: 1, high: 5}, {low: 6, high: 9}, {low: 10, high: 12}}
	fill(x, spans)
	for _, s := range spans {
		if x.get(s) != "known" || !s.contains(s.low) {
			t.Errorf("no value for the range from %d to %d", s.low, s.high)
		}
	}
	if n := x.size(); n != len(spans) {
		t.Errorf("%d entries for %d ranges", n, len(spans))
	}
}
