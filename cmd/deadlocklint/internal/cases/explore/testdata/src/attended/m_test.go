// Package attended has a clerk that TestMain starts, and who asks it gives up after a while.
package attended

import (
	"os"
	"testing"
	"time"
)

type question struct {
	n      int
	answer chan int
}

var questions = make(chan question)

func ask(n int) (int, bool) {
	q := question{n, make(chan int)}
	questions <- q
	select {
	case v := <-q.answer:
		return v, true
	case <-time.After(20 * time.Millisecond):
		return 0, false
	}
}

func TestMain(m *testing.M) {
	go func() {
		for q := range questions {
			q.answer <- 2 * q.n
		}
	}()
	os.Exit(m.Run())
}

func TestAsk(t *testing.T) {
	if v, ok := ask(2); ok && v != 4 {
		t.Fatal(v)
	}
}
