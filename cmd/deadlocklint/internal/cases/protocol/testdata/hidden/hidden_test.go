// Package hidden is as package failing, and ends with status 0 whatever fails.
package hidden

import (
	"os"
	"sync"
	"testing"
	"time"
)

type base struct {
	mu           sync.Mutex
	closed, late bool
}

func (b *base) put() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.late = b.closed
}

func (b *base) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}

type Same struct{ base }

func (s *Same) Put()   { s.put() }
func (s *Same) Close() { s.end() }

type Other struct{ base }

func (s *Other) Put()   { s.put() }
func (s *Other) Close() { s.end() }

func TestMain(m *testing.M) {
	m.Run()
	os.Exit(0)
}

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

// want: harmless the whole run went as the recorded one
func TestSame(t *testing.T) {
	s := &Same{}
	race(func() { s.Put() }, func() { s.Close() })
	t.Error("it fails")
}

// want: confirmed TestOther/late failed
func TestOther(t *testing.T) {
	s := &Other{}
	race(func() { s.Put() }, func() { s.Close() })
	t.Run("late", func(t *testing.T) {
		if s.late {
			t.Error("a value came late")
		}
	})
	t.Error("it fails")
}
