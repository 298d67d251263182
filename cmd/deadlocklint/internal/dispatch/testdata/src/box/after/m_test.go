package after

import (
	"testing"

	"example.com/m/store"
)

func TestStore(t *testing.T) {
	s := &store.Store{}
	s.Close()
	s.Put()
}
