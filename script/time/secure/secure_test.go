// Package secure talks over TLS and HTTP/2.
package secure

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

func TestSecure(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			resp, err := server.Client().Get(server.URL)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if b, _ := io.ReadAll(resp.Body); string(b) != "HTTP/2.0" {
				t.Errorf("%s", b)
			}
		})
	}
	wg.Wait()
}
