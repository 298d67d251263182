package right

import (
	"sync"
	"testing"
)

// slots is a semaphore with weights.
type slots chan struct{}

func (s slots) acquire(n int) {
	for range n {
		s <- struct{}{}
	}
}

func (s slots) release(n int) {
	for range n {
		<-s
	}
}

// copier needs one slot for a small file and two for a large one.
type copier struct {
	slots slots
	large sync.Mutex
	mu    sync.Mutex
	bytes int
}

func (c *copier) copy(size int) {
	need := 1
	if size > 1000 {
		need = 2
	}
	c.large.Lock()
	c.slots.acquire(need)
	c.large.Unlock()
	defer c.slots.release(need)
	buffer := make([]byte, size)
	for i := range buffer {
		buffer[i] = byte(i)
	}
	c.mu.Lock()
	c.bytes += len(buffer)
	c.mu.Unlock()
}

func TestSemaphore(t *testing.T) {
	c := &copier{slots: make(slots, 2)}
	var wg sync.WaitGroup
	for _, size := range []int{100, 4000, 300, 5000} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.copy(size)
		}()
	}
	wg.Wait()
	if c.bytes != 9400 {
		t.Fatalf("copied %d", c.bytes)
	}
}
