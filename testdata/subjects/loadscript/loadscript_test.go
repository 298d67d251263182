package loadscript

import "testing"

func TestWindows(t *testing.T) {
	if wrong, errors := run([]string{"a", "b"}, []string{"a", "c"}); wrong != 0 || errors != 0 {
		t.Errorf("%d scripts were not compiled once, %d got another source", wrong, errors)
	}
}
