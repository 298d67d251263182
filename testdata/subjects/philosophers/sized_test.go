package philosophers

import "testing"

// Sized has n philosophers, who eat once.
func Sized(t *testing.T, n int) {
	if eaten, uses := run(n, 1); eaten != n || uses != 2*n {
		t.Errorf("%d portions were eaten with %d uses of a fork, want %d and %d", eaten, uses, n, 2*n)
	}
}
