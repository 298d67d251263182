package latent

import (
	"strings"
	"sync"
	"testing"
)

type flight struct {
	landed chan struct{}
	value  string
}

// flights computes the value of a key once for all that ask at the same time.
type flights struct {
	mu  sync.Mutex
	now map[string]*flight
}

func (f *flights) do(key string, compute func() string) string {
	f.mu.Lock()
	if c, ok := f.now[key]; ok {
		f.mu.Unlock()
		<-c.landed
		return c.value
	}
	c := &flight{landed: make(chan struct{})}
	f.now[key] = c
	f.mu.Unlock()

	c.value = compute()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now[key] == c {
		delete(f.now, key)
		close(c.landed)
	}
	return c.value
}

// forget makes the next caller compute the value anew.
func (f *flights) forget(key string) {
	f.mu.Lock()
	delete(f.now, key)
	f.mu.Unlock()
}

func TestSingleFlight(t *testing.T) {
	f := &flights{now: make(map[string]*flight)}
	compute := func() string {
		return strings.ToUpper(strings.Repeat("page ", 3000))
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if v := f.do("page", compute); len(v) != 15_000 {
				t.Errorf("length %d", len(v))
			}
		}()
	}
	wg.Add(1)
	go func() { // the page was edited
		defer wg.Done()
		for i := range 1_000_000 {
			_ = i
		}
		f.forget("page")
	}()
	wg.Wait()
}
