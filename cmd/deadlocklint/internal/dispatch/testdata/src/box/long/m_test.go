package long

import (
	"testing"

	"example.com/m/store"
)

func TestStore(t *testing.T) {
	s := &store.Store{}
	for range 40 {
		s.Put()
	}
	s.Close()
	s.Put()
}
