// Each test goes wrong under the base schedule and passes natively, where the goroutine started
// last runs first behind a wait. Its twin, whose name ends in Well, passes under every schedule.
package m

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

type client struct {
	mu sync.Mutex
	id *int
}

func (c *client) dial() {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := 7
	c.id = &id
}

func (c *client) use() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.id != nil
}

func TestDial(t *testing.T) {
	c := &client{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		if !c.use() {
			t.Error("used before dial")
		}
	}()
	go func() { defer wg.Done(); c.dial() }()
	wg.Wait()
}

func TestDialWell(t *testing.T) {
	c, dialed := &client{}, make(chan bool)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		<-dialed
		if !c.use() {
			t.Error("used before dial")
		}
	}()
	go func() { defer wg.Done(); c.dial(); close(dialed) }()
	wg.Wait()
}

func TestTable(t *testing.T) {
	var table atomic.Pointer[map[string]int]
	out := make(chan int)
	go func() { out <- (*table.Load())["a"] }()
	go func() { table.Store(&map[string]int{"a": 1}); out <- 0 }()
	<-out
	<-out
}

func TestTableWell(t *testing.T) {
	var table atomic.Pointer[map[string]int]
	table.Store(&map[string]int{})
	out := make(chan int)
	go func() { out <- (*table.Load())["a"] }()
	go func() { table.Store(&map[string]int{"a": 1}); out <- 0 }()
	<-out
	<-out
}

func leaves(t *testing.T, ready bool) {
	var set atomic.Bool
	set.Store(ready)
	end := make(chan bool, 2)
	go func() {
		if !set.Load() {
			os.Exit(9)
		}
		end <- true
	}()
	go func() { set.Store(true); end <- true }()
	<-end
	<-end
}

func TestLeaves(t *testing.T)     { leaves(t, false) }
func TestLeavesWell(t *testing.T) { leaves(t, true) }

func queue(t *testing.T, keep bool) {
	first := make(chan int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); first <- i }()
	}
	wg.Wait()
	if !keep && <-first == 0 {
		t.Fatal("the older one was first")
	}
}

func TestQueue(t *testing.T)     { queue(t, false) }
func TestQueueWell(t *testing.T) { queue(t, true) }

func TestBroken(t *testing.T) {
	done := make(chan bool)
	go close(done)
	<-done
	t.Error("in any case")
}
