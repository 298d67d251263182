// Package effects has two locks that are taken in both orders.
package effects

import (
	"os"
	"runtime"
	"sync"
	"time"

	_ "example.com/effects/tell"
)

type pair struct{ a, b sync.Mutex }

func (t *pair) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *pair) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

// Cross ends well, unless EFFECTS_CALM has it that nothing crosses.
func Cross() {
	t := new(pair)
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() {
		defer wg.Done()
		comesLate(before)
		if os.Getenv("EFFECTS_CALM") == "" {
			t.ba()
		}
	}()
	wg.Wait()
}

// comesLate waits for the end of the other goroutine where a run is recorded: the number of goroutines is no event.
func comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
}
