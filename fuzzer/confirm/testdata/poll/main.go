// Command poll takes two locks in both orders while goroutines poll beside. Its
// argument says which. TestPolls of package confirm knows what each case comes to.
package main

import (
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var (
	a, b sync.Mutex
	flag atomic.Bool
	over = make(chan struct{})
)

func main() {
	var both sync.WaitGroup
	both.Add(2)
	go first(&both)
	switch os.Args[1] {
	case "impossible": // what polls lets the second go on when the first is through
		go polls()
		go second(&both, flag.Load)
	case "sleeps": // the same, and nobody makes timers
		go second(&both, flag.Load)
	case "possible":
		go polls()
		go second(&both, after(5))
	case "late": // it comes when it has slept for a while
		go polls()
		time.Sleep(50 * time.Millisecond)
		go second(&both, after(5))
	case "unlocks": // what polls ends the cycle for the two
		go second(&both, after(5))
		go unlocks()
		time.AfterFunc(time.Hour, func() { flag.Store(true) })
	case "unlocks among many": // who fire more timers at once than the clock lets fire one by one
		go second(&both, after(5))
		go unlocks()
		for range 200 {
			go polls()
		}
		time.AfterFunc(time.Hour, func() { flag.Store(true) })
	case "never unlocks":
		go second(&both, after(5))
		go unlocks()
	}
	both.Wait()
	close(over)
}

func first(both *sync.WaitGroup) {
	defer both.Done()
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
	if os.Args[1] == "impossible" || os.Args[1] == "sleeps" {
		flag.Store(true)
	}
}

// second takes the locks the other way round when it is time.
func second(both *sync.WaitGroup, ready func() bool) {
	defer both.Done()
	for !ready() {
		time.Sleep(time.Millisecond)
	}
	b.Lock()
	a.Lock()
	a.Unlock()
	if !flag.Load() || !strings.HasPrefix(os.Args[1], "unlocks") {
		b.Unlock()
	}
}

// after is ready after n questions.
func after(n int) func() bool {
	return func() bool {
		n--
		return n < 0
	}
}

func polls() {
	for {
		select {
		case <-over:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// unlocks releases a lock that another goroutine holds when the flag is set.
func unlocks() {
	for {
		select {
		case <-over:
			return
		case <-time.After(time.Millisecond):
			if flag.Load() {
				b.Unlock()
				return
			}
		}
	}
}
