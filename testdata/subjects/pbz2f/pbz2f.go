// Package pbz2f compresses the blocks of a file and writes them in order. Main waits for
// the consumers, as in the repaired pbzip2.
//
// Source: pbz2-f, table 2 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: a consumer publishes the buffer of a block before its size, and outside of the lock
// under which the writer looks for both.
// Shows as: failed test, since the file lacks a block.
//
// family: order
package pbz2f

import (
	"sync"
	"sync/atomic"
)

// An output is the place for one compressed block.
type output struct {
	buf  atomic.Pointer[[]byte]
	size atomic.Int64
}

// outputs has the places for all blocks, and tells the writer of new ones.
type outputs struct {
	mu      sync.Mutex
	changed *sync.Cond
	slots   []output
}

func newOutputs(n int) *outputs {
	o := &outputs{slots: make([]output, n)}
	o.changed = sync.NewCond(&o.mu)
	return o
}

// set stores a compressed block.
func (o *outputs) set(i int, data []byte) {
	o.slots[i].buf.Store(&data)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.slots[i].size.Store(int64(len(data)))
	o.changed.Broadcast()
}

// next waits for a block and returns as many bytes as its size says.
func (o *outputs) next(i int) []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.slots[i].buf.Load() == nil {
		o.changed.Wait()
	}
	return (*o.slots[i].buf.Load())[:o.slots[i].size.Load()]
}

// statistics counts bytes.
type statistics struct {
	mu      sync.Mutex
	in, out int
}

func (s *statistics) add(in, out int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.in += in
	s.out += out
}

// consume compresses blocks until there are none.
func consume(blocks <-chan int, data []string, o *outputs, s *statistics) {
	for i := range blocks {
		small := shorten(data[i])
		s.add(len(data[i]), len(small))
		o.set(i, small)
	}
}

// shorten leaves out every second byte.
func shorten(text string) (small []byte) {
	for i := 0; i < len(text); i += 2 {
		small = append(small, text[i])
	}
	return small
}

// compress returns the file.
func compress(data []string, consumers int, s *statistics) string {
	o := newOutputs(len(data))
	blocks := make(chan int, len(data))
	var wg sync.WaitGroup
	for range consumers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			consume(blocks, data, o, s)
		}()
	}
	written := make(chan string)
	go func() {
		var file []byte
		for i := range data {
			file = append(file, o.next(i)...)
		}
		written <- string(file)
	}()
	for i := range data {
		blocks <- i
	}
	close(blocks)
	file := <-written
	wg.Wait()
	return file
}
