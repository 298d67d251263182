package store_fixed

import "testing"

func TestWriterBeforeClose(t *testing.T) {
	s := New()
	done := make(chan bool)
	go func() {
		s.Put("a", 1)
		s.Put("b", 2)
		done <- true
	}()
	s.Put("c", 3)
	if s.Get("c") != 3 {
		t.Error("lost")
	}
	<-done
	s.Close()
}
