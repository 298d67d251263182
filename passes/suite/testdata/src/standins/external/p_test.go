package p_test

import "testing"

type silent struct{ ch chan int }

func (s *silent) get() int { return <-s.ch }

func TestGet(t *testing.T) {
	s := &silent{ch: make(chan int)}
	go s.get()
}
