package collections_fixed_test

import (
	"testing"

	"example.com/tested/collections_fixed"
)

func TestAddAll(t *testing.T) {
	c := collections_fixed.NewSynchronized("a")
	c.AddAll(collections_fixed.NewSynchronized("b", "c"))
	if len(c.Items()) != 3 {
		t.Error(c.Items())
	}
}

func TestContainsAll(t *testing.T) {
	var part collections_fixed.Collection = collections_fixed.NewSynchronized("a")
	whole := collections_fixed.NewSynchronized("a", "b")
	if !whole.ContainsAll(part) {
		t.Error("not all are in it")
	}
}
