package quote

import (
	"testing"
	"time"
)

func TestTimeout(t *testing.T) {
	slow := func() int { time.Sleep(20 * time.Millisecond); return 7 }
	if _, err := Get(slow, time.Millisecond); err != ErrTimeout {
		t.Error(err)
	}
	time.Sleep(50 * time.Millisecond)
}
