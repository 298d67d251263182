package wronglock

import "testing"

// Sized has two suppliers and n-2 clerks, at least one, and an order for each clerk.
func Sized(t *testing.T, n int) {
	clerks := max(n-2, 1)
	var orders []int64
	for i := range clerks {
		orders = append(orders, int64(i%2+1))
	}
	if want, got := run(clerks, orders...); want != got {
		t.Errorf("%d pieces are left, want %d", got, want)
	}
}
