// Package retry asks again after a failure, with a pause that grows, and gives up at a deadline.
package retry

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

var errGaveUp = errors.New("gave up")

func get(ctx context.Context, url string) error {
	for pause := time.Millisecond; ; pause *= 2 {
		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return err
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
			if resp.StatusCode == 200 {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return errGaveUp
		case <-time.After(pause):
		}
	}
}

func TestRetry(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) < 4 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	if err := get(t.Context(), server.URL); err != nil {
		t.Error(err)
	}
}

func TestGiveUp(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if err := get(ctx, server.URL); err != errGaveUp {
		t.Error(err)
	}
}
