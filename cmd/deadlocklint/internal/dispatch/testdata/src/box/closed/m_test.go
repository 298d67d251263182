package closed

import (
	"testing"

	"example.com/m/store"
)

func TestStore(t *testing.T) {
	s := &store.Store{}
	s.Close()
}
