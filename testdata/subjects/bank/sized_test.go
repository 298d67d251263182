package bank

import "testing"

// Sized has n tellers, and two orders for each.
func Sized(t *testing.T, n int) {
	b := newBank(3, 100)
	kinds := []order{{0, 1, 30}, {1, 2, 40}, {1, 0, 20}, {2, 0, 500}}
	var orders []order
	for i := range 2 * n {
		orders = append(orders, kinds[i%len(kinds)])
	}
	if sum := b.run(n, orders...); sum != 300 {
		t.Errorf("the sum is %d, want 300", sum)
	}
}
