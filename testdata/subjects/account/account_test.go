package account

import "testing"

func TestTotal(t *testing.T) {
	b := newBank("ann", "bob", "cleo")
	if total := b.day(); total != 3*1000+500+700-100 {
		t.Errorf("the total is %d cents", total)
	}
	if b.entries != 5 {
		t.Errorf("%d entries in the journal, want 5", b.entries)
	}
}
