// Package readwriteproc reads files by asynchronous reads, whose completion wakes the caller.
//
// Source: readWriteProc of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: the caller marks its read as pending after it issued it, and the completion may come before.
// Shows as: deadlock, since the caller waits for a completion that has been.
//
// family: order
package readwriteproc

import "sync"

// A thread waits for one read at a time.
type thread struct {
	mu      sync.Mutex
	done    *sync.Cond
	pending bool
	got     int
}

func newThread() *thread {
	t := &thread{}
	t.done = sync.NewCond(&t.mu)
	return t
}

// begin marks a read as pending.
func (t *thread) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending = true
}

// complete is what the device calls behind a read.
func (t *thread) complete(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending = false
	t.got += n
	t.done.Signal()
}

// wait returns when no read is pending.
func (t *thread) wait() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.pending {
		t.done.Wait()
	}
}

// A parameter block is one read of a thread.
type block struct {
	file   *file
	bytes  int
	caller *thread
}

// A file has a position that reads move.
type file struct {
	mu       sync.Mutex
	size     int
	position int
}

func (f *file) read(n int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n = min(n, f.size-f.position)
	f.position += n
	return n
}

// A device serves the reads of all threads.
type device struct {
	queue chan block
	mu    sync.Mutex
	reads int
}

func (d *device) readAsync(b block) { d.queue <- b }

func (d *device) serve() {
	for b := range d.queue {
		n := b.file.read(b.bytes)
		d.mu.Lock()
		d.reads++
		d.mu.Unlock()
		b.caller.complete(n)
	}
}

// readWriteProc reads from a file, and returns when the data are there.
func readWriteProc(d *device, t *thread, f *file, bytes int) {
	d.readAsync(block{f, bytes, t})
	t.begin()
	t.wait()
}

// run has goroutines that read a file each, and returns the sum of their bytes and the number of reads.
func run(goroutines, size, chunk int) (sum, reads int) {
	d := &device{queue: make(chan block, goroutines)}
	served := make(chan struct{})
	go func() {
		defer close(served)
		d.serve()
	}()
	threads := make([]*thread, goroutines)
	var wg sync.WaitGroup
	for i := range threads {
		threads[i] = newThread()
		wg.Add(1)
		go func() {
			defer wg.Done()
			f := &file{size: size}
			for range (size + chunk - 1) / chunk {
				readWriteProc(d, threads[i], f, chunk)
			}
		}()
	}
	wg.Wait()
	close(d.queue)
	<-served
	for _, t := range threads {
		sum += t.got
	}
	return sum, d.reads
}
