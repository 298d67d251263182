// asleep has a deadlock that confirming runs make happen, and runs with early timers as well.
package m

import (
	"sync"
	"testing"
	"time"
)

func TestAsleep(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool, 2)
	both := func(first, second *sync.Mutex) {
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
		done <- true
	}
	go both(&a, &b)
	go func() { time.Sleep(20 * time.Millisecond); both(&b, &a) }()
	<-done
	<-done
}
