package driver

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

type writer = io.Writer

// A progress shows one line of what is being done, on a terminal only.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	on    bool
	shown bool
	text  string
	start time.Time
	stop  chan struct{}
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, on: isTerminal(w)}
	if p.on {
		p.stop = make(chan struct{})
		go p.tick()
	}
	return p
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	_, ok = terminalSize(f)
	return ok
}

// tick counts the seconds of long work.
func (p *progress) tick() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-t.C:
			p.mu.Lock()
			if p.shown {
				p.draw()
			}
			p.mu.Unlock()
		}
	}
}

func (p *progress) say(format string, args ...any) {
	if !p.on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text, p.start = fmt.Sprintf(format, args...), time.Now()
	p.draw()
}

func (p *progress) draw() {
	line := p.text
	if s := int(time.Since(p.start).Seconds()); s > 1 {
		line = fmt.Sprintf("%s (%d s)", line, s)
	}
	if len(line) > 78 {
		line = line[:78]
	}
	fmt.Fprintf(p.w, "\r\033[K%s", line)
	p.shown = true
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
}

func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
}

// pass returns w, or on a terminal a writer that moves the line out of the way.
func (p *progress) pass(w io.Writer) io.Writer {
	if !p.on {
		return w
	}
	return passing{p, w}
}

type passing struct {
	p *progress
	w io.Writer
}

func (x passing) Write(b []byte) (int, error) {
	x.p.mu.Lock()
	defer x.p.mu.Unlock()
	x.p.clear()
	return x.w.Write(b)
}

// width is the width for text on w.
func width(w io.Writer) int {
	if n := terminalWidth(w); n > 0 {
		return n
	}
	return 0
}
