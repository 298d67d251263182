package retry

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestAttemptsThatTakeTooLong(t *testing.T) {
	finish(t, func() {
		_, err := Do(Attempts(2).Within(time.Millisecond), func() (int, error) {
			time.Sleep(50 * time.Millisecond)
			return 1, nil
		})
		if !errors.Is(err, ErrTimeout) {
			t.Error(err)
		}
	})
	gone(t, "retry.attempt")
}

func TestErrors(t *testing.T) {
	finish(t, func() {
		n := 0
		op := func() (int, error) {
			n++
			if n < 3 {
				return 0, errors.New("no")
			}
			return n, Permanent(errors.New("never"))
		}
		if _, err := Do(Attempts(9), op); err == nil || n != 3 || Permanent(nil) != nil {
			t.Error(n, err)
		}
		if v, err := Do(Policy{}, func() (string, error) { return "v", nil }); v != "v" || err != nil {
			t.Error(v, err)
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
