package ledger

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestDebitThatIsNotCovered(t *testing.T) {
	finish(t, func() {
		a, err := Open("ann", 1000)
		if err != nil {
			t.Error(err)
		}
		if err := a.Withdraw(1001); !errors.Is(err, ErrFunds) {
			t.Error(err)
		}
		if s := a.String(); s != "ann (10.00)" {
			t.Error(s)
		}
	})
}

func TestTransfersInBothDirections(t *testing.T) {
	finish(t, func() {
		a, _ := Open("ann", 100000)
		b, _ := Open("bob", 100000)
		both(1000, func() { Transfer(a, b, 1) }, func() { Transfer(b, a, 1) })
		if err := Transfer(a, a, 5); err != nil || a.Balance() != 100000 {
			t.Error(err, a)
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}

// both calls a and b, each n times in a goroutine of its own. Calls end after half a second, but
// each is made once.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range n {
				fn()
				if time.Since(began) > time.Second/2 {
					return
				}
			}
		}()
	}
	wg.Wait()
}
