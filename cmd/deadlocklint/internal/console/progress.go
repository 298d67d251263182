// Package console is the terminal at the other end of the standard streams, if there
// is one. It knows the width, and keeps one line on it that names the current step.
//
// Work calls [Progress] with its step. Other output passes through the same value,
// so that the line moves out of its way. Without a terminal nothing is written.
package console

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

type Writer = io.Writer

// A Progress shows the current step in one line, on a terminal only.
type Progress struct {
	mu    sync.Mutex
	w     io.Writer
	on    bool
	shown bool
	text  string
	start time.Time
	stop  chan struct{}
}

func NewProgress(w io.Writer) *Progress {
	p := &Progress{w: w, on: IsTerminal(w)}
	if p.on {
		p.stop = make(chan struct{})
		go p.tick()
	}
	return p
}

func IsTerminal(w any) bool {
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
func (p *Progress) tick() {
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

func (p *Progress) Say(format string, args ...any) {
	if !p.on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text, p.start = fmt.Sprintf(format, args...), time.Now()
	p.draw()
}

// Watch shows the result of text every half second, until its caller calls the function
// that Watch returns. Without a terminal it does not call text. It leaves out "".
func (p *Progress) Watch(text func() string) (stop func()) {
	if !p.on {
		return func() {}
	}
	done, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		t := time.NewTicker(time.Second / 2)
		defer t.Stop()
		for {
			select {
			case <-done:
				return
			case <-t.C:
				if s := text(); s != "" {
					p.Say("%s", s)
				}
			}
		}
	}()
	return func() { close(done); <-over }
}

func (p *Progress) draw() {
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

func (p *Progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
}

func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
}

// Pass returns w, or on a terminal a writer that moves the line out of the way.
func (p *Progress) Pass(w io.Writer) io.Writer {
	if !p.on {
		return w
	}
	return passing{p, w}
}

type passing struct {
	p *Progress
	w io.Writer
}

func (x passing) Write(b []byte) (int, error) {
	x.p.mu.Lock()
	defer x.p.mu.Unlock()
	x.p.clear()
	return x.w.Write(b)
}

// Width is the width for text on w.
func Width(w io.Writer) int {
	if n := terminalWidth(w); n > 0 {
		return n
	}
	return 0
}
