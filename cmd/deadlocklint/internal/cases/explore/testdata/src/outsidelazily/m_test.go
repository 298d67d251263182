package m

import (
	"sync"
	"testing"
	"time"
)

var (
	once     sync.Once
	requests = make(chan chan int)
	answers  = make(chan int)
)

func serve() {
	for c := range requests {
		c <- 1
	}
}

func TestLazyWell(t *testing.T) {
	once.Do(func() { go serve() })
	c := make(chan int)
	requests <- c
	<-c
}

func init() {
	go func() {
		for {
			answers <- 1
		}
	}()
}

func TestInitWell(t *testing.T) {
	select {
	case <-answers:
	case <-time.After(time.Second):
		t.Error("no answer")
	}
}

func TestParallelWell(t *testing.T) {
	c := make(chan int)
	t.Run("receives", func(t *testing.T) { t.Parallel(); <-c })
	t.Run("sends", func(t *testing.T) { t.Parallel(); c <- 1 })
}

func TestParallel(t *testing.T) {
	var a, b sync.Mutex
	lock := func(first, second *sync.Mutex) func(t *testing.T) {
		return func(t *testing.T) {
			t.Parallel()
			first.Lock()
			defer first.Unlock()
			second.Lock()
			defer second.Unlock()
		}
	}
	t.Run("forth", lock(&a, &b))
	t.Run("back", lock(&b, &a))
}
