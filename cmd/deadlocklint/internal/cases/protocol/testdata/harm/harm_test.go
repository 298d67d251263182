// Package harm has types on which Put and Close are called by two goroutines that
// nothing orders. Put is called first in the recorded run. What it does after Close is
// the case: "want" says what becomes of the violation.
package harm

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"
)

// A base knows whether Put came after Close.
type base struct {
	mu           sync.Mutex
	closed, late bool
}

func (b *base) put() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.late = b.closed
	return b.late
}

func (b *base) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}

// race calls both, put first unless somebody sees to it.
func race(put, end func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		put()
	}()
	go func() {
		defer wg.Done()
		time.Sleep(20 * time.Millisecond)
		end()
	}()
	wg.Wait()
}

type Panics struct {
	base
	over sync.WaitGroup
}

func (s *Panics) Put() {
	if s.put() {
		s.over.Go(func() { panic("put after close") })
	}
}
func (s *Panics) Close() { s.end() }

// want: confirmed the run ended with panic: put after close
func TestPanics(t *testing.T) {
	s := &Panics{}
	race(func() { s.Put() }, func() { s.Close() })
	s.over.Wait()
}

type Recovers struct {
	base
	over sync.WaitGroup
}

func (s *Recovers) Put() {
	if s.put() {
		s.over.Go(func() {
			defer func() { _ = recover() }()
			panic("put after close")
		})
	}
}
func (s *Recovers) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestRecovers(t *testing.T) {
	s := &Recovers{}
	race(func() { s.Put() }, func() { s.Close() })
	s.over.Wait()
}

type Fails struct{ base }

func (s *Fails) Put()   { s.put() }
func (s *Fails) Close() { s.end() }

// want: confirmed TestFails failed: harm_test.go:103: a value came late
func TestFails(t *testing.T) {
	s := &Fails{}
	race(func() { s.Put() }, func() { s.Close() })
	if s.late {
		t.Error("a value came late")
	}
}

type Logs struct{ base }

func (s *Logs) Put()   { s.put() }
func (s *Logs) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestLogs(t *testing.T) {
	s := &Logs{}
	race(func() { s.Put() }, func() { s.Close() })
	if s.late {
		t.Log("a value came late")
		fmt.Println("panic: no\n--- FAIL: TestLogs (0.00s)")
	}
}

type Errs struct{ base }

func (s *Errs) Put()   { s.put() }
func (s *Errs) Close() { s.end() }
func (s *Errs) Flush() error {
	if s.late {
		return errors.New("a value came late")
	}
	return nil
}

// want: confirmed the later call of Flush at harm_test.go:137:4 returned the error: a value came late
func TestErrs(t *testing.T) {
	s := &Errs{}
	race(func() { s.Put() }, func() { s.Close() })
	s.Flush()
	s.Flush()
}

type ErrsAnyway struct{ base }

func (s *ErrsAnyway) Put()   { s.put() }
func (s *ErrsAnyway) Close() { s.end() }
func (s *ErrsAnyway) Flush() error {
	return fmt.Errorf("cannot write to port %d", os.Getpid())
}

// want: harmless the whole run went as the recorded one
func TestErrsAnyway(t *testing.T) {
	s := &ErrsAnyway{}
	race(func() { s.Put() }, func() { s.Close() })
	s.Flush()
}

type Blocks struct {
	base
	c chan int
}

func (s *Blocks) Put() {
	if s.put() {
		go func() { s.c <- 1 }()
	}
}
func (s *Blocks) Close() { s.end() }

// want: confirmed a goroutine was blocked for ever in a send at harm_test.go:163
func TestBlocks(t *testing.T) {
	s := &Blocks{c: make(chan int)}
	race(func() { s.Put() }, func() { s.Close() })
}

type Buffers struct {
	base
	c chan int
}

func (s *Buffers) Put() {
	if s.put() {
		go func() { s.c <- 1 }()
	}
}
func (s *Buffers) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestBuffers(t *testing.T) {
	s := &Buffers{c: make(chan int, 1)}
	race(func() { s.Put() }, func() { s.Close() })
}

type BlocksAnyway struct {
	base
	c chan int
}

func (s *BlocksAnyway) Put() {
	s.put()
	go func() { s.c <- 1 }()
}
func (s *BlocksAnyway) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestBlocksAnyway(t *testing.T) {
	s := &BlocksAnyway{c: make(chan int)}
	race(func() { s.Put() }, func() { s.Close() })
}

type Exits struct{ base }

func (s *Exits) Put()   { s.put() }
func (s *Exits) Close() { s.end() }

// want: confirmed the run ended with exit status 3
func TestExits(t *testing.T) {
	s := &Exits{}
	race(func() { s.Put() }, func() { s.Close() })
	if s.late {
		os.Exit(3)
	}
}

type Stands struct {
	base
	c chan int
}

func (s *Stands) Put()   { s.put() }
func (s *Stands) Close() { s.end() }

// want: confirmed the run ended in a deadlock: blocked at harm_test.go:236
func TestStands(t *testing.T) {
	s := &Stands{c: make(chan int)}
	race(func() { s.Put() }, func() { s.Close() })
	if s.late {
		<-s.c
	}
}

type Waits struct {
	base
	c chan int
}

func (s *Waits) Put()   { s.put() }
func (s *Waits) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestWaits(t *testing.T) {
	s := &Waits{c: make(chan int)}
	race(func() { s.Put() }, func() { s.Close() })
	if s.late {
		time.AfterFunc(50*time.Millisecond, func() { close(s.c) })
		<-s.c
	}
}

type Spins struct{ base }

func (s *Spins) Put()   { s.put() }
func (s *Spins) Close() { s.end() }

// want: undecided a deadline of the program ended something
func TestSpins(t *testing.T) {
	s := &Spins{}
	race(func() { s.Put() }, func() { s.Close() })
	if s.late {
		t.Error("timed out")
	}
}

type PanicsLater struct{ base }

func (s *PanicsLater) Put() {
	if s.put() {
		time.AfterFunc(30*time.Millisecond, func() { panic("put after close, a while ago") })
	}
}
func (s *PanicsLater) Close() { s.end() }

// want: confirmed the run ended with panic: put after close, a while ago
func TestPanicsLater(t *testing.T) {
	s := &PanicsLater{}
	race(func() { s.Put() }, func() { s.Close() })
}

type LogsLater struct{ base }

func (s *LogsLater) Put() {
	if s.put() {
		time.AfterFunc(30*time.Millisecond, func() { fmt.Println("put after close, a while ago") })
	}
}
func (s *LogsLater) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestLogsLater(t *testing.T) {
	s := &LogsLater{}
	race(func() { s.Put() }, func() { s.Close() })
}

type Unwinds struct{ base }

func (s *Unwinds) Put()   { s.put() }
func (s *Unwinds) Close() { s.end() }
func (s *Unwinds) Flush() {
	if s.late {
		panic("a value came late")
	}
}

// want: confirmed the later call of Flush at harm_test.go:318:5 panicked
func TestUnwinds(t *testing.T) {
	s := &Unwinds{}
	race(func() { s.Put() }, func() { s.Close() })
	func() {
		defer func() { _ = recover() }()
		s.Flush()
	}()
}

type Turns struct{ base }

func (s *Turns) Put()   { s.put() }
func (s *Turns) Close() { s.end() }

// want: undecided did not end and was stopped after 30s
func TestTurns(t *testing.T) {
	s := &Turns{}
	race(func() { s.Put() }, func() { s.Close() })
	for s.late {
		time.Sleep(time.Millisecond)
	}
}

type Serves struct{ base }

func (s *Serves) Put()   { s.put() }
func (s *Serves) Close() { s.end() }

// get asks a server whose handler panics when it has to.
func get(t *testing.T, handler func()) {
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { handler() }))
	defer srv.Close()
	if r, err := http.Get(srv.URL); err == nil {
		r.Body.Close()
	}
}

// want: confirmed a handler of net/http panicked: a value came late
func TestServes(t *testing.T) {
	s := &Serves{}
	race(func() { s.Put() }, func() { s.Close() })
	get(t, func() {
		if s.late {
			panic("a value came late")
		}
	})
}

type ServesAnyway struct{ base }

func (s *ServesAnyway) Put()   { s.put() }
func (s *ServesAnyway) Close() { s.end() }

// want: harmless the whole run went as the recorded one
func TestServesAnyway(t *testing.T) {
	s := &ServesAnyway{}
	race(func() { s.Put() }, func() { s.Close() })
	get(t, func() { panic("as ever") })
}

type Groups struct {
	base
	all sync.WaitGroup
}

func (s *Groups) Put() {
	if s.put() {
		s.all.Add(1)
		go func() {
			s.all.Wait()
		}()
	}
}
func (s *Groups) Close() { s.end() }

// want: confirmed a goroutine was blocked for ever in a WaitGroup.Wait at harm_test.go:382
func TestGroups(t *testing.T) {
	s := &Groups{}
	race(func() { s.Put() }, func() { s.Close() })
}

type Idles struct{ base }

var jobs = make(chan int)

func (s *Idles) Put() {
	if s.put() {
		go func() { <-jobs }()
	}
}
func (s *Idles) Close() { s.end() }

// want: undecided but a goroutine was left in a receive
func TestIdles(t *testing.T) {
	s := &Idles{}
	race(func() { s.Put() }, func() { s.Close() })
}

type ErrsTaken struct{ base }

func (s *ErrsTaken) Put()   { s.put() }
func (s *ErrsTaken) Close() { s.end() }
func (s *ErrsTaken) Flush() error {
	if s.late {
		return errors.New("a value came late")
	}
	return nil
}

// want: harmless that is no harm where the program looks at the error
func TestErrsTaken(t *testing.T) {
	s := &ErrsTaken{}
	race(func() { s.Put() }, func() { s.Close() })
	_ = s.Flush()
}
