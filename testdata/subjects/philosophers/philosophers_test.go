package philosophers

import "testing"

func TestDinner(t *testing.T) {
	if eaten, uses := run(3, 2); eaten != 6 || uses != 12 {
		t.Errorf("%d portions were eaten with %d uses of a fork, want 6 and 12", eaten, uses)
	}
}
