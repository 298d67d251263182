package page

import (
	"sync"
	"testing"
	"time"
)

func TestEmptyPage(t *testing.T) {
	finish(t, func() {
		p := New(" ", "")
		if p.Title() != "" || p.Summary() != "" || p.Count("x") != 0 {
			t.Error(p.Title(), p.Summary())
		}
	})
}

func TestTitlesAndSummaries(t *testing.T) {
	finish(t, func() {
		if s := New("Title", "").Summary(); s != "Title" {
			t.Error(s)
		}
		p := New("", "One word. And more")
		both(10, func() { p.Title() }, func() { p.Summary() })
		if s := Index("one", p, new(Page)); len(s) != 1 || s[0] != "One word" {
			t.Error(s)
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}

// both calls a and b, each n times in a goroutine of its own. Calls end after half a second, but
// each is made once.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range n {
				fn()
				if time.Since(began) > time.Second/2 {
					return
				}
			}
		}()
	}
	wg.Wait()
}
