// Package log4j2 writes log lines to a file that rolls over, and closes at the end.
//
// Source: Log4J2 (LOG4J-44032), table 4.1 of Luo's thesis (2015), a null dereference.
// Bug: a line looks at the flag for closed before it has the lock of the writer.
// Shows as: panic, since the writer is gone when the line is written.
//
// family: unguarded
package log4j2

import (
	"strings"
	"sync"
	"sync/atomic"
)

// A writer is the open file.
type writer struct {
	text  strings.Builder
	lines int
}

func (w *writer) line(s string) {
	w.text.WriteString(s)
	w.text.WriteByte('\n')
	w.lines++
}

// An appender has one writer at a time.
type appender struct {
	mu     sync.Mutex
	closed atomic.Bool
	out    *writer
	full   []*writer
	limit  int
	late   atomic.Int64
}

// log writes a line, unless the appender is closed.
func (a *appender) log(s string) {
	if a.closed.Load() {
		a.late.Add(1)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.out.line(s)
	if a.out.lines >= a.limit {
		a.roll()
	}
}

// roll needs the lock.
func (a *appender) roll() {
	a.full = append(a.full, a.out)
	a.out = &writer{}
}

// close keeps what is written.
func (a *appender) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed.Store(true)
	a.full = append(a.full, a.out)
	a.out = nil
}

// written counts the lines of all files.
func (a *appender) written() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, w := range a.full {
		n += w.lines
	}
	return n
}

// A server logs requests until its queue is empty.
func server(requests <-chan string, a *appender, stop *sync.Once) {
	for r := range requests {
		if r == "stop" {
			stop.Do(a.close)
			continue
		}
		a.log("request " + r)
	}
}

// run serves the requests by several goroutines.
func run(a *appender, servers int, requests ...string) {
	queue := make(chan string, len(requests))
	for _, r := range requests {
		queue <- r
	}
	close(queue)
	var wg sync.WaitGroup
	var stop sync.Once
	for range servers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			server(queue, a, &stop)
		}()
	}
	wg.Wait()
}
