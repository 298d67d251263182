// Package ends_twice_right ends things once.
package ends_twice_right

import "sync"

type Conn struct {
	once sync.Once
	done chan struct{}
}

func NewConn() *Conn { return &Conn{done: make(chan struct{})} }

func (c *Conn) Close() { c.once.Do(func() { close(c.done) }) }

// Server goes on when it was asked.
type Server struct {
	ask  chan struct{}
	work chan func()
}

func NewServer() *Server { return &Server{ask: make(chan struct{}), work: make(chan func())} }

func (s *Server) Serve(beat func()) {
	for {
		select {
		case <-s.ask:
			beat()
		case f := <-s.work:
			f()
		}
	}
}

func (s *Server) Ask() { s.ask <- struct{}{} }

type Writer struct {
	mu    sync.Mutex
	lines chan string
}

func NewWriter() *Writer { return &Writer{lines: make(chan string)} }

func (w *Writer) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lines != nil {
		close(w.lines)
		w.lines = nil
	}
}

// Loop is started again.
type Loop struct{ quit chan struct{} }

func (l *Loop) Start() { l.quit = make(chan struct{}) }

func (l *Loop) Stop() { close(l.quit) }

// inner is closed by those who know when.
type inner struct{ ch chan int }

func (i *inner) close() { close(i.ch) }

func Run(f func(chan int)) {
	i := &inner{make(chan int)}
	f(i.ch)
	i.close()
}
