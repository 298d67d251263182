// Package told_answered waits with a lock for what will be sent, when a variable says that somebody works on it.
package told_answered

import (
	"sync"
	"time"
)

func Get(load func() int) (v int, ok bool) {
	ch := make(chan int)
	var mu sync.Mutex
	var late, busy bool
	go func() {
		mu.Lock()
		busy = true
		mu.Unlock()
		n := load()
		mu.Lock()
		if !late {
			ch <- n
		}
		mu.Unlock()
	}()
	select {
	case v = <-ch:
		return v, true
	case <-time.After(time.Second):
		mu.Lock()
		defer mu.Unlock()
		if busy {
			return <-ch, true // want `waits to receive from .*ch holding .*mu`
		}
		late = true
		return 0, false
	}
}
