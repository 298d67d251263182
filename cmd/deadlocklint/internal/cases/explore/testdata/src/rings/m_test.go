// Two goroutines of each test wait for each other's locks under some schedules, while others
// go on. The tests whose names end in Well take the locks in one order, or another goroutine
// unlocks one of them in the end.
package m

import (
	"container/list"
	"net"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func heartbeat() (stop func()) {
	tick, done := time.NewTicker(10*time.Millisecond), make(chan bool)
	go func() {
		for {
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	return func() { tick.Stop(); close(done) }
}

func TestTicker(t *testing.T) {
	defer heartbeat()()
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func TestTickerWell(t *testing.T) {
	defer heartbeat()()
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&a, &b) })
}

func TestPoller(t *testing.T) {
	var a, b sync.Mutex
	ended := make(chan bool)
	go func() {
		pair(func() { both(&a, &b) }, func() { both(&b, &a) })
		close(ended)
	}()
	for {
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

func TestListener(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go l.Accept()
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func TestReader(t *testing.T) {
	defer heartbeat()()
	var a sync.Mutex
	var b sync.RWMutex
	pair(func() { both(&a, &b) }, func() { both(b.RLocker(), &a) })
}

// A writer comes between the two.
func TestReadsTwice(t *testing.T) {
	defer heartbeat()()
	var a sync.RWMutex
	pair(func() { both(a.RLocker(), a.RLocker()) }, func() { a.Lock(); a.Unlock() })
}

func TestReadsTwiceWell(t *testing.T) {
	defer heartbeat()()
	var a sync.RWMutex
	pair(func() { both(a.RLocker(), a.RLocker()) }, func() { a.RLock(); a.RUnlock() })
}

// The third one unlocks what a waits for.
func TestHandedWell(t *testing.T) {
	defer heartbeat()()
	var a, b sync.Mutex
	a.Lock()
	go func() {
		time.Sleep(time.Minute)
		a.Unlock()
	}()
	b.Lock()
	a.Lock()
}

func TestTimerUnlocksWell(t *testing.T) {
	defer heartbeat()()
	var a sync.Mutex
	a.Lock()
	time.AfterFunc(time.Hour, a.Unlock)
	a.Lock()
}

func listen(t *testing.T) (stop func()) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	go func() { l.Accept() }()
	return func() { l.Close() }
}

// The clock goes on while a goroutine waits for the network.
func TestTimerUnlocksBesideNetworkWell(t *testing.T) {
	defer listen(t)()
	var a sync.Mutex
	a.Lock()
	time.AfterFunc(time.Hour, a.Unlock)
	a.Lock()
}

func TestTickerUnlocksBesideNetworkWell(t *testing.T) {
	defer listen(t)()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var a sync.Mutex
	a.Lock()
	go func() {
		for range 100 {
			<-tick.C
		}
		a.Unlock()
	}()
	a.Lock()
}

// A message from outside comes after some real time.
func TestOutsideUnlocksWell(t *testing.T) {
	child := exec.Command("sh", "-c", "sleep 0.1; echo x")
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Skip(err)
	}
	var a sync.Mutex
	a.Lock()
	go func() { out.Read(make([]byte, 1)); a.Unlock() }()
	a.Lock()
	child.Wait()
}

// A lock is handed over: a goroutine that is younger than those with work gives it back.
func TestHandedOverWell(t *testing.T) {
	var mu sync.Mutex
	work, done := make(chan int), make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		defer close(work)
		for i := range 20000 {
			work <- i
			<-done
		}
	}()
	go func() {
		defer wg.Done()
		for i := range work {
			done <- i
		}
	}()
	mu.Lock()
	go mu.Unlock()
	mu.Lock()
	mu.Unlock()
	wg.Wait()
}

// The one who unlocks has much to do before, and does not wait for anything.
func TestHandedOverLateWell(t *testing.T) {
	var mu, other sync.Mutex
	mu.Lock()
	go func() {
		for range 60000 {
			other.Lock()
			other.Unlock()
		}
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
}

func TestHandedOverLaterWell(t *testing.T) {
	var mu, other sync.Mutex
	mu.Lock()
	go func() {
		for range 400000 {
			other.Lock()
			other.Unlock()
		}
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
}

// A loop without a counter ends at a time.
func TestHandedOverAfterDeadlineWell(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		for end := time.Now().Add(time.Hour); time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
}

func TestHandedOverCountedWell(t *testing.T) {
	var mu, other sync.Mutex
	var n atomic.Int32
	mu.Lock()
	go func() {
		for n.Add(1) < 60000 {
			other.Lock()
			other.Unlock()
		}
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
}

// Two exchange messages, and the last one unlocks.
func TestHandedOverByMessagesWell(t *testing.T) {
	var mu sync.Mutex
	work := make(chan int)
	mu.Lock()
	go func() {
		for i := range 60000 {
			work <- i
		}
		close(work)
	}()
	go func() {
		for range work {
		}
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
}

// What tells how far the one who unlocks has come is on the heap.
func TestHandedOverAfterListWell(t *testing.T) {
	var mu, other sync.Mutex
	all := list.New()
	for range 30000 {
		all.PushBack(nil)
	}
	mu.Lock()
	go func() {
		for e := all.Front(); e != nil; e = e.Next() {
			other.Lock()
			other.Unlock()
		}
		mu.Unlock()
	}()
	mu.Lock()
	mu.Unlock()
}

// The deadline of a listener is one of the world outside.
func TestHandedOverAfterAcceptWell(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	l.(*net.TCPListener).SetDeadline(time.Now().Add(800 * time.Millisecond))
	var mu sync.Mutex
	mu.Lock()
	go func() { l.Accept(); mu.Unlock() }()
	mu.Lock()
	mu.Unlock()
}

// A child takes longer than a run waits for the network.
func TestChildUnlocksLateWell(t *testing.T) {
	child := exec.Command("sleep", "0.6")
	if err := child.Start(); err != nil {
		t.Skip(err)
	}
	var a sync.Mutex
	a.Lock()
	go func() { child.Wait(); a.Unlock() }()
	a.Lock()
}

// A goroutine beside the two counts, and never comes to the same state again.
func TestCounter(t *testing.T) {
	rounds := new(sync.RWMutex)
	go func() {
		for n := 0; n >= 0; n++ {
			rounds.Lock()
			rounds.Unlock()
		}
	}()
	var a, b sync.RWMutex
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

var shared struct{ a, b sync.Mutex }

// A goroutine reaches the locks, as all do, and goes round.
func TestRounds(t *testing.T) {
	done := make(chan bool)
	defer close(done)
	requests := make(chan time.Time)
	go func() {
		for {
			select {
			case at := <-requests:
				_ = at
			case <-done:
				return
			}
		}
	}()
	go func() {
		for {
			select {
			case requests <- time.Now():
			case <-done:
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	pair(func() { both(&shared.a, &shared.b) }, func() { both(&shared.b, &shared.a) })
}
