package pbzip2

import "testing"

func TestCompress(t *testing.T) {
	if got := compress([]string{"aa", "bb", "cc", "dd"}, 2); got != "abcd" {
		t.Errorf("compressed: %q", got)
	}
}
