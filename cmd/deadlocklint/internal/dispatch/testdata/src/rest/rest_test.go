package m

import (
	"sync"
	"testing"
)

var mu sync.Mutex

func TestWaits(t *testing.T) {
	t.Parallel()
	go new(late).cross()
}

func TestBefore(t *testing.T) {}

func TestTwice(t *testing.T) {
	mu.Lock()
	mu.Lock()
}

func TestBetween(t *testing.T) { new(between).cross() }

func TestSub(t *testing.T) {
	t.Run("blocked", func(t *testing.T) { <-make(chan int) })
}

func TestLast(t *testing.T) { new(last).cross() }

func TestSkipped(t *testing.T) { t.Error("it was not to run") }
