// Package cache asks a server once for each key, however many callers there are.
package cache

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

type entry struct {
	ready chan struct{}
	text  string
}

type cache struct {
	mu      sync.Mutex
	entries map[string]*entry
}

func (c *cache) get(url string) string {
	c.mu.Lock()
	e := c.entries[url]
	if e != nil {
		c.mu.Unlock()
		<-e.ready
		return e.text
	}
	e = &entry{ready: make(chan struct{})}
	c.entries[url] = e
	c.mu.Unlock()
	defer close(e.ready)
	resp, err := http.Get(url)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	e.text = string(b)
	return e.text
}

func TestCache(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked.Add(1); io.WriteString(w, r.URL.Path) }))
	defer server.Close()
	c := &cache{entries: map[string]*entry{}}
	var wg sync.WaitGroup
	for i := range 9 {
		wg.Go(func() {
			key := []string{"/a", "/b", "/c"}[i%3]
			if got := c.get(server.URL + key); got != key {
				t.Errorf("%s: %s", key, got)
			}
		})
	}
	wg.Wait()
	if asked.Load() != 3 {
		t.Errorf("asked %d times", asked.Load())
	}
}
