package stalls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// countConditions counts what is known of the conditions of a session's condition
// variables. A Wait of which the table says nothing is none of the module, or in a
// file that was left alone.
func countConditions(se *session.Session, s *predict.ProgramResults) *report.Conditions {
	c, t := &report.Conditions{Elsewhere: []string{}}, s.Table
	if t != nil {
		c.Inferred, c.Annotated, c.Bare, c.GivenUp = t.Inferred, t.Annotated, t.Bare, len(t.GivenUp)
		c.Gates, c.GatesGivenUp, c.Race = t.Gates, t.GatesGivenUp, t.Race
		c.Packages, c.Unreached = t.Packages, t.Unreached
		c.MemoryEvents, c.Memory = len(s.FromMemory), se.Memory
		c.Unseen = doubted(se, s, condvar.UnseenWrite)
		c.Contradicted = doubted(se, s, condvar.ValueMismatch)
		c.Unread = append(doubted(se, s, condvar.UnreadVariable), doubted(se, s, condvar.ObjectChanged)...)
	}
	for _, f := range s.Waits {
		switch {
		case t.HasWait(f.File, f.Line):
		case stdlib.Has(f.Func):
			c.Standard++
		default:
			c.Elsewhere = append(c.Elsewhere, se.Pos(f))
		}
	}
	slices.Sort(c.Elsewhere)
	if se.Verbose && c.MemoryEvents > 0 {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: conditions that read what memory events told of: %d\n", c.MemoryEvents)
	}
	if se.Verbose && len(c.Unread) > 0 {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: taken as they happened, since what they read could not be read, or was another object's later:\n\t%s\n", strings.Join(c.Unread, "\n\t"))
	}
	return c
}

// doubted are the conditions about which there is a doubt, with their places, sorted.
func doubted(se *session.Session, s *predict.ProgramResults, why condvar.Unreliability) (texts []string) {
	for id, doubts := range s.Unreliable {
		if site, ok := s.Table.Site(id); ok && doubts.Has(why) {
			texts = append(texts, fmt.Sprintf("%s at %s", site.Text, strings.TrimPrefix(site.Pos, se.Work+"/")))
		}
	}
	slices.Sort(texts)
	return texts
}
