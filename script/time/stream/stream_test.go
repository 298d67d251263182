// Package stream sends events to a client until the client leaves.
package stream

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func events(w http.ResponseWriter, r *http.Request) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for n := 0; ; n++ {
		select {
		case <-r.Context().Done():
			return
		case <-ticker.C:
			fmt.Fprintf(w, "data: %d\n\n", n)
			w.(http.Flusher).Flush()
		}
	}
}

func TestStream(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(events))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for n := 0; n < 6 && lines.Scan(); n++ {
	}
}
