package apart_fixed_test

import (
	"testing"

	"example.com/tested/apart_fixed"
)

func TestAdd(t *testing.T) {
	r, _ := apart_fixed.New()
	r.Add("a")
	if got := r.Names(); len(got) != 1 {
		t.Error(got)
	}
}

func TestFill(t *testing.T) {
	_, cache := apart_fixed.New()
	if n := cache.Fill(); n != 0 {
		t.Errorf("%d names", n)
	}
}
