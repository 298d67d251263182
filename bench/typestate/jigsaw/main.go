// Command jigsaw is a kernel of the web server jigsaw (thesis, table 9.3): clients
// that a factory keeps, and a store of resources that is saved and shut down.
package main

import (
	"crypto/sha256"
	"flag"
	"sync"
)

// A SocketClient serves one connection after the other.
type SocketClient struct {
	mu   sync.Mutex
	busy bool
}

// Bind gives it a connection.
func (c *SocketClient) Bind() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = true
}

// Serve answers.
func (c *SocketClient) Serve(page []byte) { sha256.Sum256(page) }

// Unbind makes it idle.
func (c *SocketClient) Unbind() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
}

// Idle is asked by the factory.
func (c *SocketClient) Idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.busy
}

// Kill ends it.
func (c *SocketClient) Kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
}

// A ResourceStore has the pages.
type ResourceStore struct {
	mu    sync.Mutex
	pages map[int][]byte
	saved int
}

// Load fills it.
func (s *ResourceStore) Load(page []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = map[int][]byte{0: page}
}

// Lookup returns a page.
func (s *ResourceStore) Lookup(int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages[0]
}

// Save writes it, as the sweeper does.
func (s *ResourceStore) Save() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved++
}

// Shutdown ends its use.
func (s *ResourceStore) Shutdown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = nil
}

const clients = 30

func main() {
	n := flag.Int("n", 20, "requests of each client")
	flag.Parse()
	store := &ResourceStore{}
	store.Load(make([]byte, 16<<10))
	all := make([]*SocketClient, clients)
	var wg sync.WaitGroup
	for i := range all {
		c := &SocketClient{}
		all[i] = c
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range *n {
				c.Bind()
				c.Serve(store.Lookup(j))
				c.Unbind()
			}
		}()
	}
	for range *n / 10 {
		store.Save()
		for _, c := range all {
			c.Idle()
		}
	}
	wg.Wait()
	for _, c := range all {
		c.Kill()
	}
	store.Shutdown()
}
