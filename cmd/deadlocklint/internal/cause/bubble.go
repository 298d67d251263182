package cause

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/crash"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// remain is the panic with which a bubble of testing/synctest ends when goroutines of it are blocked for ever.
const remain = crash.Panic + "deadlock: main bubble goroutine has exited but blocked goroutines remain"

// joinBubbles makes the panic of a bubble a part of the finding about the goroutines that remain in it, since the panic
// follows from them alone. It stays a finding of its own where a goroutine is blocked about which there is none.
func joinBubbles(findings []report.Finding) []report.Finding {
	list := slices.Clone(findings)
	gone := map[string]bool{}
	for i := range list {
		f := &list[i]
		if f.Check != checks.Schedule || f.Explored == nil || crash.Reason(f.Dump) != remain {
			continue
		}
		if by := remaining(f, list); by != nil {
			take(by, f)
			gone[f.ID] = true
		}
	}
	return slices.DeleteFunc(list, func(f report.Finding) bool { return gone[f.ID] })
}

// remaining is the finding about a goroutine that is blocked under the schedule of another one, nil where one of these goroutines has no
// finding. A finding that counts by itself comes before a note.
func remaining(f *report.Finding, list []report.Finding) (first *report.Finding) {
	for _, w := range blockedUnder(f.Explored) {
		told := false
		for i := range list {
			o := &list[i]
			if !o.IsBlocked() || !sharesTest(f, o) || !slices.ContainsFunc(waitsOf(o.Blocked()), w.is) {
				continue
			}
			told = true
			if first == nil || first.Note && !o.Note {
				first = o
			}
		}
		if !told {
			return nil
		}
	}
	return first
}

// blockedUnder are the waits of the goroutines that are blocked at the end of a schedule.
func blockedUnder(x *report.Explored) (list []Wait) {
	for lane, g := range x.Goroutines {
		if g.End != report.EndBlocked {
			continue
		}
		w := Wait{} // it is no other one
		for _, s := range x.Steps {
			if s.Goroutine == lane && s.Last {
				w, _ = waitOf(report.Goroutine{Steps: []report.Step{s.Step}})
			}
		}
		list = append(list, w)
	}
	return list
}

func sharesTest(f, o *report.Finding) bool {
	return slices.ContainsFunc(f.Tests, func(name string) bool { return slices.Contains(o.Tests, name) })
}
