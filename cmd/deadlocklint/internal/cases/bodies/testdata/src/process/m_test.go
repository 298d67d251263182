// What lives as long as the process: goroutines that a sync.Once or package os/signal starts,
// and tokens that are used up.
package m

import (
	"context"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

var (
	once     sync.Once
	requests = make(chan chan int)
	licences = make(chan int, 3)
)

func ask() {
	once.Do(func() {
		go func() {
			for r := range requests {
				r <- 1
			}
		}()
	})
	r := make(chan int)
	requests <- r
	<-r
}

// sometimes calls f under about every second schedule, and never under the base schedule.
func sometimes(f func()) {
	var flag atomic.Bool
	done := make(chan bool)
	go func() { flag.Store(true); close(done) }()
	if flag.Load() {
		f()
	}
	<-done
}

func TestActorWell(t *testing.T) { sometimes(ask) }

func TestLicenceWell(t *testing.T) { sometimes(func() { licences <- 1 }) }

func TestSignalWell(t *testing.T) {
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGUSR1)
	defer stop()
	go syscall.Kill(syscall.Getpid(), syscall.SIGUSR1)
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("no signal")
	}
}

func TestOrderWell(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	<-ctx.Done()
}
