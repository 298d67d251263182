// Package proxy forwards to one of two servers in turn.
package proxy

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
)

func TestProxy(t *testing.T) {
	var hits [2]atomic.Int32
	var to [2]*url.URL
	for i := range hits {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hits[i].Add(1); io.WriteString(w, "ok") }))
		defer s.Close()
		to[i], _ = url.Parse(s.URL)
	}
	var next atomic.Int32
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to[next.Add(1)%2]) }})
	defer front.Close()
	for range 6 {
		resp, err := http.Get(front.URL)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	if hits[0].Load() != 3 || hits[1].Load() != 3 {
		t.Error("not in turn")
	}
}
