package m

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// elect lets two candidates look for a leader at the same second, and counts those that take its place.
func elect(t *testing.T, becomes func(mu *sync.Mutex, leader *bool) bool) {
	var mu sync.Mutex
	leader, leaders := false, 0
	for range 2 {
		go func() {
			time.Sleep(time.Second)
			if becomes(&mu, &leader) {
				leaders++
			}
		}()
	}
	time.Sleep(2 * time.Second)
	synctest.Wait()
	if leaders > 1 {
		t.Errorf("%d leaders", leaders)
	}
}

func TestElection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		elect(t, func(mu *sync.Mutex, leader *bool) bool {
			mu.Lock()
			free := !*leader
			mu.Unlock()
			mu.Lock()
			*leader = true
			mu.Unlock()
			return free
		})
	})
}

func TestElectionWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		elect(t, func(mu *sync.Mutex, leader *bool) bool {
			mu.Lock()
			defer mu.Unlock()
			free := !*leader
			*leader = true
			return free
		})
	})
}

// offer sends to the other side, unless that has sent first.
func offer(mu *sync.Mutex, offered *bool, together bool, own, other chan int) {
	mu.Lock()
	first := !*offered
	if !together {
		mu.Unlock()
		mu.Lock()
	}
	*offered = true
	mu.Unlock()
	if first {
		own <- 1
		<-other
		return
	}
	<-other
	own <- 1
}

func offers(together bool) {
	a, b := make(chan int), make(chan int)
	var mu sync.Mutex
	offered := false
	go offer(&mu, &offered, together, a, b)
	offer(&mu, &offered, together, b, a)
}

// TestOffers is durably blocked when both sides send first.
func TestOffers(t *testing.T) { synctest.Test(t, func(t *testing.T) { offers(false) }) }

func TestOffersWell(t *testing.T) { synctest.Test(t, func(t *testing.T) { offers(true) }) }

// TestLocks has a cycle of locks. No goroutine of it is durably blocked, so natively it hangs.
func TestLocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a, b sync.Mutex
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}()
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		wg.Wait()
	})
}

func TestLocksWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a, b sync.Mutex
		go func() {
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	})
}

// TestLeft leaves a goroutine behind that sends when nobody receives any more.
func TestLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		var mu sync.Mutex
		closed := false
		go func() {
			mu.Lock()
			gone := closed
			mu.Unlock()
			if !gone {
				c <- 1
			}
		}()
		mu.Lock()
		closed = true
		mu.Unlock()
	})
}

// TestSleeper ends while a goroutine of the bubble sleeps: the bubble panics, and nobody is blocked for ever.
func TestSleeper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		closed := false
		go func() {
			mu.Lock()
			gone := closed
			mu.Unlock()
			if !gone {
				time.Sleep(time.Hour)
			}
		}()
		mu.Lock()
		closed = true
		mu.Unlock()
	})
}

// TestClockWell: the clock moves when all are durably blocked, to the next timer. A timer that is due at once comes then, too.
func TestClockWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var mu sync.Mutex
		var seen []time.Duration
		put := func() {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, time.Since(begin))
		}
		time.AfterFunc(0, put)
		time.AfterFunc(3*time.Second, put)
		stopped := time.AfterFunc(time.Second, put)
		go func() {
			for range 1000 {
				mu.Lock()
				mu.Unlock()
			}
			stopped.Stop()
		}()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		<-ctx.Done()
		put()
		tick := time.NewTicker(time.Minute)
		<-tick.C
		tick.Stop()
		synctest.Wait()
		if want := []time.Duration{0, 2 * time.Second, 3 * time.Second}; !slices.Equal(seen, want) {
			t.Error(seen)
		}
	})
}

// TestWaitWell: behind synctest.Wait all others have done what they can.
func TestWaitWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		in, out := make(chan int), make(chan int)
		go func() {
			for v := range in {
				n += v
				out <- v
			}
		}()
		go func() { in <- 2; close(in) }()
		synctest.Wait()
		if n != 2 {
			t.Error(n)
		}
		<-out
	})
}

func TestPlain(t *testing.T) {
	done := make(chan bool)
	go func() { close(done) }()
	<-done
}
