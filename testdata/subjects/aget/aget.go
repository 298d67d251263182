// Package aget downloads a file by chunks and saves its progress when it is interrupted.
//
// Source: aget, tables 2 to 4 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: the workers add to the number of written bytes without a lock.
// Shows as: failed test, since the number is smaller than the file.
//
// family: unguarded
package aget

import (
	"sync"
	"sync/atomic"
)

// A chunk is one worker's part of the file.
type chunk struct {
	from, to int64
	offset   int64
}

// A download has all that the workers and the progress display share.
type download struct {
	mu       sync.Mutex
	chunks   []*chunk
	file     []byte
	bwritten atomic.Int64
	saved    []int64
}

func newDownload(size int64, workers int) *download {
	d := &download{file: make([]byte, size)}
	part := size / int64(workers)
	for w := range int64(workers) {
		c := &chunk{from: w * part, to: (w + 1) * part}
		if w == int64(workers)-1 {
			c.to = size
		}
		c.offset = c.from
		d.chunks = append(d.chunks, c)
	}
	return d
}

// fetch is one worker. It gets its chunk in pieces from the server.
func (d *download) fetch(c *chunk, server <-chan byte, piece int64) {
	for c.from < c.to {
		n := min(piece, c.to-c.from)
		for i := range n {
			d.file[c.from+i] = <-server
		}
		c.from += n
		d.written(c, n)
	}
}

// written notes a piece.
func (d *download) written(c *chunk, n int64) {
	d.mu.Lock()
	c.offset += n
	d.mu.Unlock()
	d.bwritten.Store(d.bwritten.Load() + n)
}

// progress shows the percentage until stop.
func (d *download) progress(ticks <-chan struct{}, shown chan<- int64) {
	for range ticks {
		shown <- 100 * d.bwritten.Load() / int64(len(d.file))
	}
	close(shown)
}

// interrupt saves the state, as the handler of SIGINT does.
func (d *download) interrupt() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.saved = d.saved[:0]
	for _, c := range d.chunks {
		d.saved = append(d.saved, c.offset)
	}
}

// serve is the server: it sends bytes as long as they are wanted.
func serve(size int64) <-chan byte {
	c := make(chan byte, size)
	for i := range size {
		c <- byte(i)
	}
	return c
}

// run downloads everything.
func (d *download) run(piece int64) (percent int64) {
	server := serve(int64(len(d.file)))
	ticks, shown := make(chan struct{}), make(chan int64, 4)
	go d.progress(ticks, shown)
	var wg sync.WaitGroup
	for _, c := range d.chunks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			d.fetch(c, server, piece)
		}()
	}
	ticks <- struct{}{}
	d.interrupt()
	wg.Wait()
	ticks <- struct{}{}
	close(ticks)
	for p := range shown {
		percent = p
	}
	return percent
}
