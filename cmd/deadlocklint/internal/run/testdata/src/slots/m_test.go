// Two tasks run with a slot of one pool each, which their starters have taken for them, and start a task of the other
// pool. In TestWell a task gives its slot back before.
package m

import (
	"sync"
	"testing"
	"time"
)

type pool struct {
	wg    *sync.WaitGroup
	slots chan bool
}

func newPool(wg *sync.WaitGroup) *pool { return &pool{wg, make(chan bool, 1)} }

func (p *pool) start(task func(give func())) {
	p.slots <- true
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		task(sync.OnceFunc(func() { <-p.slots }))
	}()
}

func inner(give func()) { give() }

func TestSlots(t *testing.T) {
	var wg sync.WaitGroup
	a, b := newPool(&wg), newPool(&wg)
	outer := func(other *pool) func(give func()) {
		return func(give func()) {
			defer give()
			other.start(inner)
		}
	}
	a.start(outer(b))
	time.Sleep(20 * time.Millisecond)
	b.start(outer(a))
	wg.Wait()
}

func TestWell(t *testing.T) {
	var wg sync.WaitGroup
	a, b := newPool(&wg), newPool(&wg)
	outer := func(other *pool) func(give func()) {
		return func(give func()) {
			give()
			other.start(inner)
		}
	}
	a.start(outer(b))
	time.Sleep(20 * time.Millisecond)
	b.start(outer(a))
	wg.Wait()
}
