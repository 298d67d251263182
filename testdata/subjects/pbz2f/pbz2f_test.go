package pbz2f

import "testing"

func TestCompress(t *testing.T) {
	var s statistics
	if got := compress([]string{"a-a-", "b-b-", "c-c-"}, 2, &s); got != "aabbcc" {
		t.Errorf("compressed: %q", got)
	}
	if s.in != 12 || s.out != 6 {
		t.Errorf("%d bytes in and %d out, want 12 and 6", s.in, s.out)
	}
}
