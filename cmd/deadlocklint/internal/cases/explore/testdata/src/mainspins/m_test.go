// The main goroutine spins while another one runs the tests.
package m

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestMain(m *testing.M) {
	var code atomic.Int32
	var ended atomic.Bool
	go func() {
		code.Store(int32(m.Run()))
		ended.Store(true)
	}()
	for !ended.Load() {
		runtime.Gosched()
	}
	os.Exit(int(code.Load()))
}

func TestLastWins(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	last := 0
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			last = i
			mu.Unlock()
		})
	}
	wg.Wait()
	if last == 0 {
		t.Error("the first goroutine came last")
	}
}
