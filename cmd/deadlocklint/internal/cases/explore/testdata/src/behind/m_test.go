// Runs of TestWarm and TestFails are bad only behind another one, and have the same steps. First
// runs of TestOnce have more steps than others, and can deadlock as they can. TestCold is bad in no
// first run, and in no other one.
package m

import (
	"sync"
	"testing"
)

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func both(a, b *sync.Mutex) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

var warm, failing bool

func TestWarm(t *testing.T) {
	var a, b sync.Mutex
	first, second := &a, &b
	if warm {
		first, second = second, first
	}
	warm = true
	pair(func() { both(&a, &b) }, func() { both(first, second) })
}

func TestFails(t *testing.T) {
	last, fails := 0, failing
	failing = true
	var mu sync.Mutex
	pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
	if last == 1 && fails {
		t.Error("the first one is last")
	}
}

var once sync.Once
var started sync.Mutex

func TestOnce(t *testing.T) {
	var a, b sync.Mutex
	once.Do(func() { go func() { started.Lock(); started.Unlock() }() })
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

var n int

func TestCold(t *testing.T) {
	var a, b sync.Mutex
	n++
	pair(func() { both(&a, &b) }, func() { both(&a, &b) })
}
