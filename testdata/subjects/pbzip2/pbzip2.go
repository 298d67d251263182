// Package pbzip2 compresses the blocks of a file by several consumers of one queue.
//
// Source: pbzip2, table 2 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: main frees the queue when the file is written, and does not wait for the consumers.
// Shows as: panic, since a consumer uses the queue that is nil.
//
// family: order
package pbzip2

import (
	"sync"
	"sync/atomic"
)

// A queue holds the blocks that the producer has read.
type queue struct {
	mu                sync.Mutex
	notFull, notEmpty *sync.Cond
	blocks            []block
	size              int
	done              bool
}

type block struct {
	number int
	data   string
}

func newQueue(size int) *queue {
	q := &queue{size: size}
	q.notFull, q.notEmpty = sync.NewCond(&q.mu), sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(b block) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.blocks) == q.size {
		q.notFull.Wait()
	}
	q.blocks = append(q.blocks, b)
	q.notEmpty.Signal()
}

func (q *queue) get() (b block, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.blocks) == 0 && !q.done {
		q.notEmpty.Wait()
	}
	if len(q.blocks) == 0 {
		return block{}, false
	}
	b, q.blocks = q.blocks[0], q.blocks[1:]
	q.notFull.Signal()
	return b, true
}

func (q *queue) finish() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.done = true
	q.notEmpty.Broadcast()
}

// A compressor is one run of the program.
type compressor struct {
	fifo      atomic.Pointer[queue]
	out       chan block
	consumers sync.WaitGroup
}

func (c *compressor) produce(data []string) {
	q := c.fifo.Load()
	for i, d := range data {
		q.put(block{i, d})
	}
	q.finish()
}

func (c *compressor) consume() {
	defer c.consumers.Done()
	for {
		b, ok := c.fifo.Load().get()
		if !ok {
			return
		}
		b.data = b.data[:1]
		c.out <- b
	}
}

// write puts the blocks in order.
func (c *compressor) write(n int) string {
	blocks := make([]string, n)
	for range n {
		b := <-c.out
		blocks[b.number] = b.data
	}
	text := ""
	for _, b := range blocks {
		text += b
	}
	return text
}

// compress returns the compressed blocks.
func compress(data []string, consumers int) string {
	c := &compressor{out: make(chan block, len(data))}
	c.fifo.Store(newQueue(2))
	written := make(chan string)
	for range consumers {
		c.consumers.Add(1)
		go c.consume()
	}
	go c.produce(data)
	go func() { written <- c.write(len(data)) }()
	text := <-written
	c.fifo.Store(nil) // frees the queue
	c.consumers.Wait()
	return text
}
