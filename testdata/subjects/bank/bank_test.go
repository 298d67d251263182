package bank

import "testing"

func TestTransfers(t *testing.T) {
	b := newBank(3, 100)
	sum := b.run(2, order{0, 1, 30}, order{1, 2, 40}, order{1, 0, 20}, order{2, 0, 500})
	if sum != 300 {
		t.Errorf("the sum is %d, want 300", sum)
	}
	if n := len(b.log.lines) + int(b.refused.Load()); n != 4 {
		t.Errorf("%d orders were served, want 4", n)
	}
}
