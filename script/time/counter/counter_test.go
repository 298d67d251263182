// Package counter counts the requests of concurrent clients under a lock.
package counter

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[r.URL.Path]++
	fmt.Fprint(w, c.n[r.URL.Path])
}

func TestCounter(t *testing.T) {
	c := &counter{n: map[string]int{}}
	server := httptest.NewServer(c)
	defer server.Close()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			resp, err := http.Get(server.URL + "/a")
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			_, _ = io.ReadAll(resp.Body)
		})
	}
	wg.Wait()
	if c.n["/a"] != 8 {
		t.Errorf("%d requests", c.n["/a"])
	}
}
