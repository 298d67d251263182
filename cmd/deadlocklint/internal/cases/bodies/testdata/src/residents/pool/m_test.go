// Package m has pools in variables, whose jobs hand parts of themselves to the same pool and wait for them.
package m

import (
	"sync"
	"testing"
)

type pool chan func()

func newPool(workers int) pool {
	p := make(pool)
	for range workers {
		go func() {
			for job := range p {
				job()
			}
		}()
	}
	return p
}

// do runs a job whose part another worker runs.
func (p pool) do() {
	done := make(chan bool)
	p <- func() {
		part := make(chan bool)
		p <- func() { close(part) }
		<-part
		close(done)
	}
	<-done
}

var small, large = newPool(2), newPool(3)

// two runs two jobs, the second one after the first or beside it.
func two(p pool) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(p.do)
	}
	wg.Wait()
}

func TestSmall(t *testing.T)     { two(small) }
func TestLargeWell(t *testing.T) { two(large) }
