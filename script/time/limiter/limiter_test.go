// Package limiter hands out tokens that a ticker renews.
package limiter

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

type limiter struct {
	tokens chan struct{}
	stop   chan struct{}
}

func newLimiter(n int) *limiter {
	l := &limiter{make(chan struct{}, n), make(chan struct{})}
	go func() {
		t := time.NewTicker(2 * time.Millisecond)
		defer t.Stop()
		for {
			select {
			case <-l.stop:
				return
			case <-t.C:
				select {
				case l.tokens <- struct{}{}:
				default:
				}
			}
		}
	}()
	return l
}

func (l *limiter) wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-l.tokens:
			h.ServeHTTP(w, r)
		case <-time.After(time.Second):
			w.WriteHeader(http.StatusTooManyRequests)
		}
	})
}

func TestLimiter(t *testing.T) {
	l := newLimiter(2)
	defer close(l.stop)
	server := httptest.NewServer(l.wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
	defer server.Close()
	for range 5 {
		resp, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 200 {
			t.Error(resp.Status)
		}
	}
}
