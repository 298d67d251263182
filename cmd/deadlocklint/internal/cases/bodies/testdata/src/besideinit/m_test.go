// A goroutine of init uses the lock of one test, and comes rarely; others run in parallel.
package m

import (
	"sync"
	"testing"
	"time"
)

var global, other sync.Mutex

func init() {
	go func() {
		for {
			global.Lock()
			global.Unlock()
			time.Sleep(time.Hour)
		}
	}()
	time.Sleep(time.Millisecond)
}

func pair(mu *sync.Mutex) {
	done := make(chan bool)
	go func() { mu.Lock(); mu.Unlock(); close(done) }()
	mu.Lock()
	mu.Unlock()
	<-done
}

func TestGlobal(t *testing.T)    { pair(&global) }
func TestOtherWell(t *testing.T) { pair(&other) }
func TestParallelWell(t *testing.T) {
	t.Parallel()
	pair(&other)
}
func TestSubtestsWell(t *testing.T) {
	t.Run("one", func(t *testing.T) { t.Parallel(); other.Lock(); other.Unlock() })
}
