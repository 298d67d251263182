package latent

import (
	"fmt"
	"sync"
	"testing"
)

// thumbnails are made once for each name.
type thumbnails struct {
	mu   sync.Mutex
	made map[string]string
}

func (t *thumbnails) get(name string) (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.made[name]
	return s, ok
}

func (t *thumbnails) put(name, picture string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made[name] = picture
}

func (t *thumbnails) makeAll(names []string) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Add(1)
		go func() {
			if _, ok := t.get(name); ok {
				return
			}
			picture := fmt.Sprintf("<%s %dx%d>", name, 32, 32)
			t.put(name, picture)
			wg.Done()
		}()
	}
	wg.Wait()
}

func TestWaitGroup(t *testing.T) {
	all := &thumbnails{made: make(map[string]string)}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // another page that shows one of them
		defer wg.Done()
		n := 0
		for i := range 10_000_000 {
			n += i % 3
		}
		all.put("cat", fmt.Sprint("<cat> ", n))
	}()
	all.makeAll([]string{"dog", "cat", "cow"})
	wg.Wait()
	if len(all.made) != 3 {
		t.Fatalf("made %v", all.made)
	}
}
