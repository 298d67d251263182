package clean

import "testing"

func TestRounds(t *testing.T) {
	if lines := run(3); lines != 6 {
		t.Errorf("%d lines in the journal, want 6", lines)
	}
}
