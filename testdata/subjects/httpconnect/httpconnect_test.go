package httpconnect

import "testing"

func TestTransactions(t *testing.T) {
	if bytes, left := run(2, 2); bytes != 28 || !left {
		t.Errorf("%d bytes were sent, want 28; all connections are idle: %t", bytes, left)
	}
}
