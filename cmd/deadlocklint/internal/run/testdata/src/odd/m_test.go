package m

import (
	"log"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func last() int {
	var mu sync.Mutex
	n := 0
	pair(func() { mu.Lock(); n = 1; mu.Unlock() }, func() { mu.Lock(); n = 2; mu.Unlock() })
	return n
}

func TestExits(t *testing.T) {
	if last() == 1 {
		log.Fatal("the first one was last")
	}
}

func TestFails(t *testing.T) {
	n := last()
	t.Log("last was", n)
	t.Run("sub", func(t *testing.T) {
		if n == 1 {
			t.Error("the first one was last")
		}
	})
}

func TestSpins(t *testing.T) {
	var x, y atomic.Bool
	spin := func(other *atomic.Bool) {
		for !other.Load() {
			runtime.Gosched()
		}
	}
	pair(func() { spin(&x); y.Store(true) }, func() { spin(&y); x.Store(true) })
}

func TestSpinsWell(t *testing.T) {
	var done atomic.Bool
	pair(func() {
		for !done.Load() {
			runtime.Gosched()
		}
	}, func() { done.Store(true) })
}

func count() (n int) {
	b, _ := os.ReadFile("count")
	n = len(b)
	_ = os.WriteFile("count", append(b, '.'), 0o600)
	return n
}

func TestOnce(t *testing.T) {
	if last(); count() == 20 {
		t.Error("this was the twentieth run")
	}
}

// TestElsewhere fails in processes with another environment than that of a repetition.
func TestElsewhere(t *testing.T) {
	if last() == 1 && os.Getenv("DEADLOCKLINT_REST") == "" {
		t.Error("the first one was last")
	}
}

var answers = make(chan int)

// Somebody may connect, and then there is an answer. The other tests have no goroutine outside of their runs.
func init() {
	if !strings.Contains(strings.Join(os.Args, " "), "TestOutside") {
		return
	}
	go func() {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return
		}
		if c, err := l.Accept(); err == nil {
			c.Close()
			answers <- 1
		}
	}()
}

func TestOutside(t *testing.T) {
	if last() == 1 {
		<-answers
	}
}
