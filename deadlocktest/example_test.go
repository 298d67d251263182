package deadlocktest_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

// An account can be paid into from two goroutines.
type account struct {
	mu    sync.Mutex
	cents int
}

func (a *account) pay(cents int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cents += cents
}

func TestPay(t *testing.T) {
	prices := []int{120, 80} // read once; what goroutines do with them is tried under many schedules
	deadlocktest.Explore(t, func(t *testing.T) {
		var a account
		var wg sync.WaitGroup
		for _, p := range prices {
			wg.Add(1)
			go func() {
				defer wg.Done()
				a.pay(p)
			}()
		}
		wg.Wait()
		if a.cents != 200 {
			t.Errorf("%d cents", a.cents)
		}
	}, deadlocktest.Runs(1000))
}

func ExampleExplore() {
	all := func(_, _ string) (bool, error) { return true, nil }
	fmt.Println(testing.RunTests(all, []testing.InternalTest{{Name: "TestPay", F: TestPay}}))
}
