package c

import "testing"

func two() (ab, ba func()) {
	var list []*T
	for range 2 {
		list = append(list, new(T))
	}
	return list[0].ab(), list[1].ba()
}

func TestOne(t *testing.T) {
	ab, ba := two()
	ab()
	_ = ba
}

func TestBoth(t *testing.T) {
	ab, ba := two()
	ab()
	ba()
}
