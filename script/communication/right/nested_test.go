package right

import (
	"fmt"
	"sync"
	"testing"
)

// parcels is a queue with its own lock.
type parcels struct {
	mu    sync.Mutex
	some  *sync.Cond
	items []string
}

func newParcels() *parcels {
	p := new(parcels)
	p.some = sync.NewCond(&p.mu)
	return p
}

func (p *parcels) push(s string) {
	p.mu.Lock()
	p.items = append(p.items, s)
	p.mu.Unlock()
	p.some.Signal()
}

func (p *parcels) pop() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.items) == 0 {
		p.some.Wait()
	}
	s := p.items[0]
	p.items = p.items[1:]
	return s
}

// depot counts what comes in and goes out.
type depot struct {
	mu      sync.Mutex
	parcels *parcels
	in, out int
}

func (d *depot) deliver(s string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.in++
	d.parcels.push(s)
}

func (d *depot) collect() string {
	s := d.parcels.pop()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.out++
	return s
}

func TestNested(t *testing.T) {
	d := &depot{parcels: newParcels()}
	done := make(chan int)
	for i := range 4 {
		d.deliver(fmt.Sprint("early ", i))
	}
	go func() {
		n := 0
		for range 6 {
			n += len(fmt.Sprintf("%s, collected", d.collect()))
		}
		done <- n
	}()
	d.deliver("late")
	d.deliver("last")
	if n := <-done; n == 0 {
		t.Fatal("nothing collected")
	}
}
