package right

import (
	"bufio"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// settings are read once in the background; readers wait until they are there.
type settings struct {
	mu     sync.Mutex
	loaded *sync.Cond
	ready  atomic.Bool
	values map[string]string
}

func newSettings() *settings {
	s := &settings{values: make(map[string]string)}
	s.loaded = sync.NewCond(&s.mu)
	return s
}

func (s *settings) load(text string) {
	values := make(map[string]string)
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		if k, v, ok := strings.Cut(lines.Text(), "="); ok {
			values[strings.TrimSpace(k)] = strings.TrimSpace(v)
		}
	}
	s.mu.Lock()
	s.values = values
	s.mu.Unlock()
	s.mu.Lock()
	s.ready.Store(true)
	s.mu.Unlock()
	s.loaded.Broadcast()
}

func (s *settings) get(key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ready.Load() {
		s.loaded.Wait()
	}
	return s.values[key]
}

func TestMissed(t *testing.T) {
	s := newSettings()
	text := strings.Repeat("# a comment\n", 2000) + "host = a\nport = 80\n"
	go s.load(text)
	if got := s.get("port"); got != "80" {
		t.Fatalf("port %q", got)
	}
	if got := s.get("host"); got != "a" {
		t.Fatalf("host %q", got)
	}
}
