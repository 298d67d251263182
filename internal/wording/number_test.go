package wording

import "testing"

func TestCounted(t *testing.T) {
	for want, got := range map[string]string{
		"0 steps": Counted(0, "step"), "1 step": Counted(1, "step"), "2 steps": Counted(2, "step"), "2 switches": Counted(2, "switch"), "1 switch": Counted(1, "switch"),
		"1 automaton": Counted(1, "automaton"), "2 automata": Counted(2, "automaton"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestBehind: nothing has no separator.
func TestBehind(t *testing.T) {
	if got := Behind("", "; ") + Behind("a", "; "); got != "; a" {
		t.Errorf("%q", got)
	}
}
