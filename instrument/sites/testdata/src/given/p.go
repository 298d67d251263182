package main

type Own struct{ n int }

func (o *Own) Inc() { o.n++ }

type Shared struct{ n int }

func (s *Shared) Inc() { s.n++ }

type Behind struct{ n int }

func (b *Behind) Close() error { b.n++; return nil }

type Written struct{ n int }

func (w *Written) Inc() { w.n++ }

type closer interface{ Close() error }

func work(s *Shared, done chan bool) {
	o := &Own{}
	o.Inc()
	more(o)
	go more(o)
	s.Inc()
	done <- true
}

func more(o *Own) { o.Inc() }

func main() {
	s, done := &Shared{}, make(chan bool)
	go work(s, done)
	work(s, make(chan bool, 1))
	<-done
	own := &Shared{}
	own.Inc()
	b := &Behind{}
	b.Close()
	var c closer = &Behind{}
	c.Close()
	w := &Written{}
	w.Inc()
}
