package proxy

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
)

const url, want = "origin/index", "the page /index"

// request is a client that asks for the page.
func request(t *testing.T, connections chan<- net.Conn) {
	client, server := net.Pipe()
	defer client.Close()
	connections <- server
	fmt.Fprintln(client, url)
	if body, err := bufio.NewReader(client).ReadString('\n'); strings.TrimSpace(body) != want {
		t.Errorf("the answer is %q (%v)", body, err)
	}
}

// serving makes requests of a proxy, and looks at what it has kept.
func serving(t *testing.T, requests func(connections chan<- net.Conn)) {
	p := newProxy(network{"origin:80": func(path string) string { return "the page " + path }})
	connections, done := make(chan net.Conn), make(chan struct{})
	go func() {
		defer close(done)
		p.accept(connections)
	}()
	requests(connections)
	close(connections)
	<-done
	<-p.warm
	if p.cache.size != len(want) || len(p.log.lines) != 2 {
		t.Errorf("%d bytes in the cache, want %d; %d lines in the log, want 2", p.cache.size, len(want), len(p.log.lines))
	}
	if p.resolver.overlaps.Load() > 0 || p.panics.Load() > 0 {
		t.Errorf("%d calls of lookup overlap; %d panics", p.resolver.overlaps.Load(), p.panics.Load())
	}
}

func TestInSequence(t *testing.T) {
	serving(t, func(connections chan<- net.Conn) {
		request(t, connections)
		request(t, connections)
	})
}

func TestAtOnce(t *testing.T) {
	serving(t, func(connections chan<- net.Conn) {
		var wg sync.WaitGroup
		for range 2 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				request(t, connections)
			}()
		}
		wg.Wait()
	})
}
