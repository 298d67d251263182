// Command tornado is a kernel of the web server tornado (thesis, table 9.3): an
// acceptor hands connections to a fixed number of workers by a queue.
package main

import (
	"crypto/sha256"
	"flag"
	"sync"
)

// A Connection is opened by the acceptor and served by a worker.
type Connection struct {
	mu   sync.Mutex
	open bool
	page []byte
	sent [32]byte
}

// Open begins it.
func (c *Connection) Open(page []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open, c.page = true, page
}

// Read reads the request.
func (c *Connection) Read() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.page
}

// Write sends the answer.
func (c *Connection) Write(page []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.open {
		panic("write on a closed connection")
	}
	c.sent = sha256.Sum256(page)
}

// Close ends it.
func (c *Connection) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = false
}

// A Log counts requests; all workers have it.
type Log struct {
	mu sync.Mutex
	n  int
}

// Request counts one.
func (l *Log) Request() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
}

// Rotate begins a new file.
func (l *Log) Rotate() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n = 0
}

const workers = 40

func main() {
	n := flag.Int("n", 1000, "requests")
	flag.Parse()
	queue := make(chan *Connection, workers)
	log := &Log{}
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for c := range queue {
				log.Request()
				c.Write(c.Read())
				c.Close()
			}
		}()
	}
	page := make([]byte, 16<<10)
	for i := range *n {
		c := &Connection{}
		c.Open(page)
		queue <- c
		if i%100 == 0 {
			log.Rotate()
		}
	}
	close(queue)
	wg.Wait()
}
