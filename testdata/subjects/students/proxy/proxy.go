// Package proxy is a web proxy as students write it: it serves requests concurrently, and equal requests
// from a cache. Its connections are in memory.
//
// Source: the assignment in the evaluation of the dBug paper (Simsa, Bryant, Gibson 2011). The programs of the students
// are not public. The patches in the directory mistakes have one mistake each, of the kinds that the paper tells.
package proxy

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
)

// A network has the web servers that a proxy can reach, by address.
type network map[string]func(path string) string

// dial connects to a web server, which answers one request.
func (n network) dial(address string) net.Conn {
	client, server := net.Pipe()
	go func() {
		defer server.Close()
		if line, err := bufio.NewReader(server).ReadString('\n'); err == nil {
			fmt.Fprintln(server, n[address](strings.TrimSpace(line)))
		}
	}()
	return client
}

// A resolver finds addresses. Like gethostbyname of C it is not reentrant: calls must not overlap.
type resolver struct {
	inside   atomic.Int32
	overlaps atomic.Int32
}

func (r *resolver) lookup(host string) string {
	if r.inside.Add(1) > 1 {
		r.overlaps.Add(1)
	}
	defer r.inside.Add(-1)
	return host + ":80"
}

// A page is an element of the list that is the cache.
type page struct {
	url, body string
	next      *page
}

// A cache is the pages so far, and their size in bytes.
type cache struct {
	mu    sync.Mutex
	first *page
	size  int
}

func (c *cache) get(url string) (body string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for p := c.first; p != nil; p = p.next {
		if p.url == url {
			return p.body, true
		}
	}
	return "", false
}

// put adds a page, unless another request has added it meanwhile.
func (c *cache) put(url, body string) {
	c.mu.Lock()
	for p := c.first; p != nil; p = p.next {
		if p.url == url {
			c.mu.Unlock()
			return
		}
	}
	c.first = &page{url, body, c.first}
	c.size += len(body)
	c.mu.Unlock()
}

// A log has a line for each request, with the size of the cache.
type log struct {
	mu    sync.Mutex
	lines []string
}

func (l *log) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

// A proxy serves clients.
type proxy struct {
	network   network
	resolving sync.Mutex
	resolver  resolver
	cache     cache
	log       log
	warm      chan struct{} // closed when a page is in the cache
	once      sync.Once
	panics    atomic.Int32
	wg        sync.WaitGroup
}

func newProxy(n network) *proxy { return &proxy{network: n, warm: make(chan struct{})} }

// accept serves each connection in a goroutine of its own.
func (p *proxy) accept(connections <-chan net.Conn) {
	defer p.wg.Wait()
	for {
		c, ok := <-connections
		if !ok {
			return
		}
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			p.serve(c)
		}()
	}
}

// serve answers one request. As in package net/http, a panic ends its goroutine alone.
func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	defer func() {
		if recover() != nil {
			p.panics.Add(1)
		}
	}()
	line, err := bufio.NewReader(client).ReadString('\n')
	if err != nil {
		return
	}
	url := strings.TrimSpace(line)
	body, ok := p.cache.get(url)
	if !ok {
		body = p.fetch(url)
		p.cache.put(url, body)
		p.once.Do(func() { close(p.warm) })
	}
	p.log.add(url)
	fmt.Fprintln(client, body)
}

// fetch asks the web server.
func (p *proxy) fetch(url string) string {
	host, path, _ := strings.Cut(url, "/")
	p.resolving.Lock()
	address := p.resolver.lookup(host)
	p.resolving.Unlock()
	server := p.network.dial(address)
	defer server.Close()
	fmt.Fprintln(server, "/"+path)
	body, _ := bufio.NewReader(server).ReadString('\n')
	return strings.TrimSpace(body)
}
