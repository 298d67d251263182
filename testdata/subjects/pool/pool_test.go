package pool

import "testing"

func TestLimit(t *testing.T) {
	p := newPool(2)
	if n := p.serve("db", "mail", "db", "db", "mail"); n != 10 {
		t.Errorf("%d uses of a connection, want 10", n)
	}
	if p.factory.peak > p.limit {
		t.Errorf("%d connections of a key, the limit is %d", p.factory.peak, p.limit)
	}
}
