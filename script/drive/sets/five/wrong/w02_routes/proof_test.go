package routes

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestMatchWhileTheTableChanges(t *testing.T) {
	finish(t, func() {
		var table Table
		table.SetFallback("none")
		for i := range 100 {
			table.Add(fmt.Sprintf("/app%d", i), "app")
		}
		match := func() {
			if b, ok := table.Match("/other"); !ok || b != "none" {
				t.Error(b, ok)
			}
		}
		change := func() {
			table.SetFallback("none")
			table.Add("/new", "b")
			table.Remove("/new")
		}
		together(match, change, match, change)
	})
}

func TestMatch(t *testing.T) {
	finish(t, func() {
		var table Table
		if b, ok := table.Match("/"); ok {
			t.Error(b)
		}
		table.Add("/", "root")
		table.Add("/a", "a")
		table.Add("/a/b", "x")
		table.Add("/a/b", "b")
		for path, want := range map[string]string{"/ab": "root", "/a": "a", "/a/c": "a", "/a/b/c": "b"} {
			if b, _ := table.Match(path); b != want {
				t.Error(path, b)
			}
		}
		if err := table.Add("a", ""); !errors.Is(err, ErrPrefix) {
			t.Error(err)
		}
		if !table.Remove("/a") || table.Remove("/a") || len(table.Routes()) != 2 || table.Version() != 5 {
			t.Error(table.Routes(), table.Version())
		}
	})
}

// finish fails the test when fn has not returned after three seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
		t.Fatal("hangs")
	}
}

// together calls each function again and again, in a goroutine of its own, for half a second.
func together(fns ...func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range fns {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for time.Since(began) < time.Second/2 {
				fn()
			}
		}()
	}
	wg.Wait()
}
