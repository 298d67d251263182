package hedge

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestSourcesThatLost(t *testing.T) {
	finish(t, func() {
		v, err := First(context.Background(), Value(1), Value(1), Failure[int](errors.New("no")))
		if v != 1 || err != nil {
			t.Error(v, err)
		}
	})
	gone(t, "hedge.First")
}

func TestAll(t *testing.T) {
	finish(t, func() {
		v, err := All(context.Background(), Value(1), nil, Value(3))
		if len(v) != 3 || v[2] != 3 || err == nil {
			t.Error(v, err)
		}
		if _, err := First(context.Background(), nil, Failure[int](errors.New("no"))); err == nil {
			t.Error("no error")
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}

// gone fails the test when a goroutine that runs function is left after two seconds.
func gone(t *testing.T, function string) {
	t.Helper()
	buf := make([]byte, 1<<20)
	for range 200 {
		if !strings.Contains(string(buf[:runtime.Stack(buf, true)]), function) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("hangs: a goroutine runs %s", function)
}
