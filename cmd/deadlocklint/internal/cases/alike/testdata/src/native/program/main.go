package main

import (
	"os"
	"syscall"
)

// A server is ended by an interrupt.
func main() {
	s := New()
	done := make(chan bool)
	go func() {
		s.Put("a", 1)
		s.Put("b", 2)
		done <- true
	}()
	s.Put("c", 3)
	if s.Get("c") != 3 {
		panic("lost")
	}
	<-done
	s.Close()
	_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
	select {}
}
