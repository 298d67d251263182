package apart_test

import (
	"testing"

	"example.com/tested/apart"
)

func TestAdd(t *testing.T) {
	r, _ := apart.New()
	r.Add("a")
	if got := r.Names(); len(got) != 1 {
		t.Error(got)
	}
}

func TestFill(t *testing.T) {
	_, cache := apart.New()
	if n := cache.Fill(); n != 0 {
		t.Errorf("%d names", n)
	}
}
