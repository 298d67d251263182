// Package upgrade takes over connections and speaks a line protocol on them.
package upgrade

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func echo(w http.ResponseWriter, r *http.Request) {
	conn, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	go func() {
		defer conn.Close()
		for {
			line, err := rw.ReadString('\n')
			if err != nil {
				return
			}
			fmt.Fprint(conn, strings.ToUpper(line))
		}
	}()
}

func TestUpgrade(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(echo))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	r := bufio.NewReader(conn)
	for _, word := range []string{"one", "two"} {
		fmt.Fprintln(conn, word)
		if got, err := r.ReadString('\n'); err != nil || got != strings.ToUpper(word)+"\n" {
			t.Errorf("%q, %v", got, err)
		}
	}
}
