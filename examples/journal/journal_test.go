package journal

import "testing"

func TestPrint(t *testing.T) {
	j := New(func(string) {})
	closed := make(chan struct{})
	go func() { defer close(closed); j.Close() }()
	j.Print("hello")
	<-closed
}
