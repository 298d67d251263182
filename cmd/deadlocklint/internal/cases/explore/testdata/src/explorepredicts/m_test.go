package m

import (
	"sync"
	"testing"
)

func orders(reversed bool) {
	var a, b sync.Mutex
	one, other := &a, &b
	if reversed {
		one, other = other, one
	}
	done := make(chan bool)
	go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); close(done) }()
	one.Lock()
	other.Lock()
	other.Unlock()
	one.Unlock()
	<-done
}

func TestReversed(t *testing.T) { orders(true) }
func TestAlike(t *testing.T)    { orders(false) }
