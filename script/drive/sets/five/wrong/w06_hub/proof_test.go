package hub

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestCancelWithoutReceiving(t *testing.T) {
	finish(t, func() {
		h := New()
		a, _ := h.Subscribe(0)
		b, _ := h.Subscribe(-1)
		if err := h.Publish("one"); err != nil {
			t.Error(err)
		}
		b.Cancel()
		if m := <-a.Messages(); m != "one" {
			t.Error(m)
		}
		h.Publish("two")
		a.Cancel()
		a.Cancel()
		if m, ok := <-a.Messages(); ok {
			t.Error(m)
		}
		h.Close()
		a.Cancel()
	})
}

func TestClose(t *testing.T) {
	finish(t, func() {
		h := New()
		a, _ := h.Subscribe(1)
		h.Publish("one")
		h.Publish("two")
		h.Close()
		h.Close()
		for range a.Messages() {
		}
		if err := h.Publish("three"); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		if _, err := h.Subscribe(1); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

func TestTogether(t *testing.T) {
	finish(t, func() {
		h := New()
		defer h.Close()
		guest := func() {
			s, err := h.Subscribe(0)
			if err != nil {
				t.Error(err)
				return
			}
			select {
			case <-s.Messages():
			case <-time.After(time.Millisecond):
			}
			s.Cancel()
		}
		publish := func() { h.Publish("m") }
		together(guest, publish, guest, publish)
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
