package wording

import (
	"strings"
	"time"
)

// Span is for how long a timer was set, with four digits. A deadline is made of two looks at the clock: of a timeout of 2 s,
// 1.999999 s are left at the second one.
func Span(d time.Duration) string {
	unit := time.Microsecond
	for d/unit >= 10_000 {
		unit *= 10
	}
	text := d.Round(unit).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return text
}
