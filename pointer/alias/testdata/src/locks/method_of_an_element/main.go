package main

import "sync"
import "encoding/json"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}

type part struct{ x, y *T }

func (p *part) MarshalJSON() ([]byte, error) {
	(&pair{p.x, p.y}).both()
	return nil, nil
}

type page struct {
	N    int
	Part *part
	part *part
}

func main() {
	x := &T{}
	(&part{&T{}, &T{}}).MarshalJSON()
	json.Marshal(map[string][]page{"": {{Part: &part{x, x}}}})
}
