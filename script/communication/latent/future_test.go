package latent

import (
	"sort"
	"sync"
	"testing"
)

// future is a value that comes later, with functions to call then.
type future struct {
	mu    sync.Mutex
	done  bool
	value []int
	then  []func([]int)
}

func (f *future) complete(value []int) {
	f.mu.Lock()
	f.done, f.value = true, value
	then := f.then
	f.then = nil
	f.mu.Unlock()
	for _, call := range then {
		call(value)
	}
}

func (f *future) isDone() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.done
}

func (f *future) onDone(call func([]int)) {
	if f.isDone() {
		call(f.value)
		return
	}
	f.mu.Lock()
	f.then = append(f.then, call)
	f.mu.Unlock()
}

// await waits for the value.
func (f *future) await() []int {
	result := make(chan []int, 1)
	f.onDone(func(v []int) { result <- v })
	return <-result
}

func TestFuture(t *testing.T) {
	f := new(future)
	go func() {
		var values []int
		for i := range 5000 {
			values = append(values, (i*7919)%5000)
		}
		sort.Ints(values)
		f.complete(values)
	}()
	if v := f.await(); len(v) != 5000 || v[0] != 0 {
		t.Fatalf("%d values", len(v))
	}
	if !f.isDone() {
		t.Fatal("not done")
	}
}
