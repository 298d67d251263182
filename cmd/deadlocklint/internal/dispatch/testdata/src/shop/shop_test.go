package shop

import "testing"

func TestStock(t *testing.T) {
	s := &stock{news: make(chan int, 1), n: 9}
	done := make(chan bool)
	go func() {
		s.take()
		done <- true
	}()
	<-done
	s.give()
	s.sell(1)
	go late()
}

func TestNews(t *testing.T) {
	s := &stock{news: make(chan int)}
	done := make(chan bool)
	go func() {
		s.tell()
		close(done)
	}()
	s.listen()
	<-done
}
