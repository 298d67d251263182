package main

import "sync"
import "net/http"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}

type trip struct{ t *T }

func (*trip) RoundTrip(*http.Request) (*http.Response, error) { return nil, nil }

func main() {
	x, y := &T{}, &trip{&T{}}
	http.DefaultClient.Transport = &trip{x}
	if t, ok := http.DefaultClient.Transport.(*trip); ok {
		y = t
	}
	(&pair{x, y.t}).both()
}
