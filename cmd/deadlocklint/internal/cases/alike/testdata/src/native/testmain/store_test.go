package testmain

import (
	"os"
	"testing"
	"time"
)

// TestMain uses a store before the tests. No schedule chooses its goroutines.
func TestMain(m *testing.M) {
	s := New()
	done := make(chan bool)
	go func() {
		s.Put("a", 1)
		done <- true
	}()
	s.Put("b", 2)
	time.Sleep(20 * time.Millisecond)
	s.Close()
	<-done
	os.Exit(m.Run())
}

func TestGet(t *testing.T) {
	if s := New(); s.Get("a") != 0 {
		t.Error("not empty")
	}
}
