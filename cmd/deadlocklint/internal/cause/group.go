package cause

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// JoinGroups makes a goroutine that waits for a WaitGroup a part of the finding about one of the goroutines that are to count it
// down. A function that has deferred Done calls it when it returns, and a function in which a goroutine is blocked for ever does not
// return. So the wait follows from that, also where the group waits for more. The function source reads a file that is named as in
// a position.
//
// No recorded event tells of a Done that has not happened. The statement that defers it does.
func JoinGroups(findings []report.Finding, source func(file string) []byte) []report.Finding {
	pending := newDeferred(source)
	gone := map[int]bool{}
	for i := range findings {
		w := &findings[i]
		group := awaitedGroup(w)
		if group == "" {
			continue
		}
		by := slices.IndexFunc(findings, func(f report.Finding) bool {
			return f.ID != w.ID && tellsOfBlocked(&f) && isShown(&f) && !f.Note && awaitedGroup(&f) == "" && belongTogether(w, &f) && pending.holdBack(&f, group)
		})
		if by >= 0 {
			take(&findings[by], w)
			gone[i] = true
		}
	}
	var out []report.Finding
	for i, f := range findings {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

// awaitedGroup is the class of the WaitGroup for which the goroutines of a finding wait that were left, "" for none, or no known one.
func awaitedGroup(f *report.Finding) string {
	if list := waits(f); f.IsBlocked() && !f.Note && len(list) == 1 && list[0].op == "wgwait" && len(list[0].objects) == 1 {
		return list[0].objects[0]
	}
	return ""
}

// belongTogether reports whether two findings are of one test, or if there is none for a finding, as for a goroutine of init.
func belongTogether(a, b *report.Finding) bool {
	return len(a.Tests) == 0 || len(b.Tests) == 0 || sharesTest(a, b)
}

// holdBack reports whether a goroutine of a finding is blocked in a function that has deferred Done of a group.
func (d *deferred) holdBack(f *report.Finding, group string) bool {
	return slices.ContainsFunc(f.Blocked(), func(g report.Goroutine) bool {
		for i, s := range g.Steps {
			if (s.Op == "call" || i == len(g.Steps)-1) && slices.Contains(d.groups(s), group) {
				return true
			}
		}
		return false
	})
}
