package airline

import "testing"

func TestSeats(t *testing.T) {
	o := newOffice(4, 6)
	o.run(3)
	if o.flight.sold > o.flight.capacity {
		t.Errorf("%d seats sold of %d", o.flight.sold, o.flight.capacity)
	}
	if n := len(o.ledger.lines); n != o.flight.sold {
		t.Errorf("%d lines in the ledger, %d seats sold", n, o.flight.sold)
	}
}
