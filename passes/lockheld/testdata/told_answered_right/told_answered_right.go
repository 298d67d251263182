// Package told_answered_right waits with a lock for what has been sent, as a variable says.
package told_answered_right

import (
	"sync"
	"time"
)

func Get(load func() int) (v int, ok bool) {
	ch := make(chan int)
	var mu sync.Mutex
	var late, sent bool
	go func() {
		n := load()
		mu.Lock()
		if !late {
			ch <- n
			sent = true
		}
		mu.Unlock()
	}()
	select {
	case v = <-ch:
		return v, true
	case <-time.After(time.Second):
		mu.Lock()
		defer mu.Unlock()
		if sent {
			return <-ch, true
		}
		late = true
		return 0, false
	}
}
