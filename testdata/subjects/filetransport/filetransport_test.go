package filetransport

import "testing"

func TestCopy(t *testing.T) {
	if sum := run(2, 12, 4, 2); sum < 8 || sum > 24 {
		t.Errorf("%d bytes were copied", sum)
	}
}
