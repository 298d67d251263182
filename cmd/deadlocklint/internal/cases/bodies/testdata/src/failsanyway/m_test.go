// Each test fails natively. Those whose names end in Alone do so in the same way under each schedule.
package m

import (
	"sync"
	"testing"
	"time"
)

type account struct {
	mu      sync.Mutex
	balance int
	history map[string]int
}

// a wrong expectation, and a map that is made too late under some schedules
func TestPanicsToo(t *testing.T) {
	a := &account{}
	var wg sync.WaitGroup
	wg.Go(func() {
		a.mu.Lock()
		a.history = map[string]int{}
		a.mu.Unlock()
	})
	time.Sleep(10 * time.Millisecond)
	wg.Go(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.history["opened"] = 1
	})
	wg.Wait()
	if a.balance != 1 {
		t.Error("the balance is wrong")
	}
}

// fails unless the second goroutine comes first, as it never does beside the sleep
func TestPassesSomewhere(t *testing.T) {
	a := &account{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * 10 * time.Millisecond)
			a.mu.Lock()
			a.balance = i
			a.mu.Unlock()
		})
	}
	wg.Wait()
	if a.balance != 0 {
		t.Errorf("the balance is %d", a.balance)
	}
}

func TestFailsAlone(t *testing.T) {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.mu.Lock()
			a.balance++
			a.mu.Unlock()
		})
	}
	wg.Wait()
	if a.balance != 3 {
		t.Errorf("the balance is %d", a.balance)
	}
}

func TestPanicsAlone(t *testing.T) {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.mu.Lock()
			a.balance++
			a.mu.Unlock()
		})
	}
	wg.Wait()
	a.history["closed"] = 1
}
