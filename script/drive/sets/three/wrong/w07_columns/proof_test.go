package columns

import (
	"errors"
	"strconv"
	"testing"
	"time"
)

func TestTwoBadLines(t *testing.T) {
	finish(t, func() {
		if _, err := Parse([]string{"1,2", "1", "x,2"}); !errors.Is(err, ErrWidth) || !errors.Is(err, strconv.ErrSyntax) {
			t.Error(err)
		}
		table, err := Parse([]string{"1;2", "3;"}, WithSeparator(";"), WithEmpty(7))
		if err != nil || table.Sum(1) != 9 || table.Sum(2) != 0 {
			t.Error(table, err)
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
