package collections_test

import (
	"testing"

	"example.com/tested/collections"
)

func TestAddAll(t *testing.T) {
	c := collections.NewSynchronized("a")
	c.AddAll(collections.NewSynchronized("b", "c"))
	if len(c.Items()) != 3 {
		t.Error(c.Items())
	}
}

func TestContainsAll(t *testing.T) {
	var part collections.Collection = collections.NewSynchronized("a")
	whole := collections.NewSynchronized("a", "b")
	if !whole.ContainsAll(part) {
		t.Error("not all are in it")
	}
}
