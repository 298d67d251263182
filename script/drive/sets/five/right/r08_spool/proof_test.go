package spool

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestDrainMakesRoomForAll(t *testing.T) {
	finish(t, func() {
		s := New(3)
		for range 3 {
			s.Put("old")
		}
		var wg sync.WaitGroup
		for range 3 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if err := s.Put("new"); err != nil {
					t.Error(err)
				}
			}()
		}
		time.Sleep(100 * time.Millisecond)
		if old := s.Drain(); len(old) != 3 || old[0] != "old" {
			t.Error(old)
		}
		wg.Wait()
		if s.Len() != 3 || s.Accepted() != 6 || s.TryPut("more") {
			t.Error(s.Len(), s.Accepted())
		}
	})
}

func TestClose(t *testing.T) {
	finish(t, func() {
		s := New(-1)
		s.Put("a")
		var wg sync.WaitGroup
		for range 2 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if err := s.Put("b"); !errors.Is(err, ErrClosed) {
					t.Error(err)
				}
			}()
		}
		time.Sleep(10 * time.Millisecond)
		s.Close()
		s.Close()
		wg.Wait()
		if r, err := s.Next(); r != "a" || err != nil {
			t.Error(r, err)
		}
		if _, err := s.Next(); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

func TestPutAndNext(t *testing.T) {
	finish(t, func() {
		s := New(2)
		var wg sync.WaitGroup
		for range 3 {
			wg.Add(2)
			go func() {
				defer wg.Done()
				for range 1000 {
					s.Put("r")
				}
			}()
			go func() {
				defer wg.Done()
				for range 1000 {
					s.Next()
				}
			}()
		}
		wg.Wait()
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
