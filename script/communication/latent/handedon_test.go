package latent

import (
	"sync"
	"testing"
)

// places are handed from the goroutine that took one to the goroutine that gives it back.
type places chan struct{}

type upload struct {
	free  places
	mu    sync.Mutex
	bytes int
	wg    sync.WaitGroup
}

func (u *upload) part(n int) {
	u.free <- struct{}{}
	u.wg.Add(1)
	go func() {
		defer u.wg.Done()
		u.mu.Lock()
		u.bytes += n
		u.mu.Unlock()
		<-u.free
	}()
}

// TestHandedOn: retry takes a slot with the lock that the holder of the slot needs.
func TestHandedOn(t *testing.T) {
	u := &upload{free: make(places, 2)}
	u.part(1)
	u.part(2)
	for n := range 3_000_000 {
		_ = n
	}
	u.mu.Lock()
	u.part(3)
	u.mu.Unlock()
	u.wg.Wait()
	if u.bytes != 6 {
		t.Fatalf("%d bytes", u.bytes)
	}
}
