package transcript

import (
	"fmt"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// AfterEarly says of a finding which timers had fired early before it happened.
func AfterEarly(root string, f *report.Finding, list []record.EarlyTimer) {
	SaysEarly(root, f, list, ", ")
}

// SaysEarly is the same, with the words in front. A reason of a race tells of several orders, so its words name the effect.
func SaysEarly(root string, f *report.Finding, list []record.EarlyTimer, lead string) {
	if len(list) == 0 {
		return
	}
	for _, t := range explorer.RelativeTo(root, list) {
		f.Dynamic.Early = append(f.Dynamic.Early, report.EarlyTimer{After: wording.Span(t.After), Pos: t.Pos, Stall: stoodStill(t.Stall)})
	}
	f.Dynamic.Reason += lead + earlyWords(f.Dynamic.Early, explorer.StallOf(list))
}

// earlyWords names the first of several timers, and the stall that the schedule needs.
func earlyWords(list []report.EarlyTimer, stall time.Duration) string {
	words := fmt.Sprintf("after a timer of %s fired early", list[0].After)
	if list[0].Pos != "" {
		words = fmt.Sprintf("after the timer of %s set at %s fired early", list[0].After, list[0].Pos)
	}
	if n := len(list) - 1; n > 0 {
		words += fmt.Sprintf(", and so did %s more", wording.Counted(n, "timer"))
	}
	if stall == 0 {
		return words + ", while other goroutines could run and stood still for up to that time"
	}
	return words + fmt.Sprintf(", while other goroutines could run and stood still for %s in all", wording.Span(stall))
}

// stoodStill is for how long others stood still, "" where that is not known.
func stoodStill(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return wording.Span(d)
}
