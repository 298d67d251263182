// The first two end badly only when a timer fires while others could run. Those whose names
// end in Well have no such end, or a failure of the test at most.
package m

import (
	"sync"
	"testing"
	"time"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func TestRefresh(t *testing.T) {
	var a, b sync.Mutex
	refresh := time.AfterFunc(50*time.Millisecond, func() { both(&b, &a) })
	both(&a, &b)
	refresh.Stop()
}

func TestRefreshWell(t *testing.T) {
	var a, b sync.Mutex
	refresh := time.AfterFunc(50*time.Millisecond, func() { both(&a, &b) })
	both(&a, &b)
	refresh.Stop()
}

func TestLongTimerWell(t *testing.T) {
	var a, b sync.Mutex
	refresh := time.AfterFunc(101*time.Millisecond, func() { both(&b, &a) })
	both(&a, &b)
	refresh.Stop()
}

func answer(result chan<- int) { result <- 1 }

func TestGivesUp(t *testing.T) {
	result := make(chan int)
	go answer(result)
	select {
	case <-result:
	case <-time.After(10 * time.Millisecond):
	}
}

func TestGivesUpWell(t *testing.T) {
	result := make(chan int, 1)
	go answer(result)
	select {
	case <-result:
	case <-time.After(10 * time.Millisecond):
	}
}

func TestInTimeWell(t *testing.T) {
	result := make(chan int)
	go answer(result)
	select {
	case <-result:
	case <-time.After(20 * time.Millisecond):
		t.Error("late")
	}
}

func TestPanicsLateWell(t *testing.T) {
	result := make(chan int, 1)
	go answer(result)
	select {
	case <-result:
	case <-time.After(20 * time.Millisecond):
		panic("late")
	}
}
