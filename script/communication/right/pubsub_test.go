package right

import (
	"fmt"
	"sync"
	"testing"
)

type subscriber struct {
	events chan string
	gone   chan struct{}
}

// hub sends each event to all subscribers.
type hub struct {
	mu   sync.RWMutex
	subs map[*subscriber]bool
}

func (h *hub) subscribe() *subscriber {
	s := &subscriber{events: make(chan string, 1), gone: make(chan struct{})}
	h.mu.Lock()
	h.subs[s] = true
	h.mu.Unlock()
	return s
}

func (h *hub) unsubscribe(s *subscriber) {
	close(s.gone)
	h.mu.Lock()
	delete(h.subs, s)
	h.mu.Unlock()
}

func (h *hub) publish(event string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for s := range h.subs {
		select {
		case s.events <- event:
		case <-s.gone:
		}
	}
}

func TestPubSub(t *testing.T) {
	h := &hub{subs: make(map[*subscriber]bool)}
	s := h.subscribe()
	published := make(chan struct{})
	go func() {
		defer close(published)
		for i := range 3 {
			h.publish(fmt.Sprint("event ", i))
			for j := range 5_000_000 {
				_ = j
			}
		}
	}()
	if e := <-s.events; e != "event 0" {
		t.Fatalf("got %q", e)
	}
	h.unsubscribe(s)
	<-published
}
