package p

import "testing"

func TestIn(t *testing.T) {
	v := &T{}
	v.Inc(1)
	use(v)
}
