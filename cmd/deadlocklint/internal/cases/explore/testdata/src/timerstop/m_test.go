// A timer that is the only other goroutine may fire before it is stopped or set again. The tests whose names end in Well allow for that.
package m

import (
	"sync"
	"testing"
	"time"
)

const soon = 30 * time.Millisecond

func TestStopsLate(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	timer := time.AfterFunc(soon, wg.Done)
	timer.Stop()
	wg.Done()
	wg.Wait()
}

func TestStopsLateWell(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	timer := time.AfterFunc(soon, wg.Done)
	if timer.Stop() {
		wg.Done()
	}
	wg.Wait()
}

func TestSetsAgain(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	timer := time.AfterFunc(soon, wg.Done)
	timer.Reset(2 * soon)
	wg.Wait()
	time.Sleep(3 * soon)
}

func TestSetsAgainWell(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	timer := time.AfterFunc(soon, wg.Done)
	if timer.Stop() {
		timer.Reset(2 * soon)
	}
	wg.Wait()
	time.Sleep(3 * soon)
}
