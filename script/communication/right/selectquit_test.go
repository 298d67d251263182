package right

import (
	"fmt"
	"sync"
	"testing"
)

// logger writes lines in a goroutine of its own.
type logger struct {
	lines chan string
	quit  chan struct{}
	ended chan struct{}
	out   []string
}

func newLogger() *logger {
	l := &logger{
		lines: make(chan string),
		quit:  make(chan struct{}),
		ended: make(chan struct{}),
	}
	go l.loop()
	return l
}

func (l *logger) loop() {
	defer close(l.ended)
	for {
		select {
		case line := <-l.lines:
			l.out = append(l.out, line)
		case <-l.quit:
			return
		}
	}
}

func (l *logger) log(line string) {
	select {
	case l.lines <- line:
	case <-l.ended:
	}
}

func (l *logger) close() {
	close(l.quit)
	<-l.ended
}

func TestSelectQuit(t *testing.T) {
	l := newLogger()
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 3 {
				l.log(fmt.Sprintf("worker %d: step %d", i, j))
			}
		}()
	}
	sum := 0
	for i := range 10_000_000 { // what the program is there for
		sum += i & 3
	}
	l.log(fmt.Sprint("sum ", sum))
	l.close()
	wg.Wait()
	if len(l.out) == 0 {
		t.Fatal("no lines")
	}
}
