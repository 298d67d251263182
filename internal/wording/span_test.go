package wording

import (
	"testing"
	"time"
)

// A timer has the length that its program states, although a look at the clock takes a microsecond.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		199_999 * time.Microsecond: "200ms", 1_999_999 * time.Microsecond: "2s", 10 * time.Millisecond: "10ms", 1234 * time.Millisecond: "1.234s",
		time.Hour - time.Microsecond: "1h0m", 7 * time.Microsecond: "7µs", 0: "0s",
	} {
		if got := Span(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
