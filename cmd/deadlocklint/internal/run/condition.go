package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// countConditions counts what is known of the conditions of a session's condition
// variables. A Wait of which the table says nothing is none of the module, or in a
// file that was left alone.
func (pl *pipeline) countConditions(s *predict.ProgramResults) *report.Conditions {
	c, t := &report.Conditions{Elsewhere: []string{}}, s.Table
	if t != nil {
		c.Inferred, c.Annotated, c.Bare, c.GivenUp = t.Inferred, t.Annotated, t.Bare, len(t.GivenUp)
		c.Gates, c.GatesGivenUp, c.Race = t.Gates, t.GatesGivenUp, t.Race
		c.Packages, c.Unreached = t.Packages, t.Unreached
		c.MemoryEvents, c.Memory = len(s.FromMemory), pl.Memory
		c.Unseen = pl.doubted(s, condvar.UnseenWrite)
		c.Contradicted = pl.doubted(s, condvar.ValueMismatch)
		c.Unread = append(pl.doubted(s, condvar.UnreadVariable), pl.doubted(s, condvar.ObjectChanged)...)
	}
	for _, f := range s.Waits {
		switch {
		case t.HasWait(f.File, f.Line):
		case stdlib.Has(f.Func):
			c.Standard++
		default:
			c.Elsewhere = append(c.Elsewhere, pl.Pos(f))
		}
	}
	slices.Sort(c.Elsewhere)
	if pl.Verbose && c.MemoryEvents > 0 {
		fmt.Fprintf(pl.Streams.Err, "deadlocklint: conditions that read what memory events told of: %d\n", c.MemoryEvents)
	}
	if pl.Verbose && len(c.Unread) > 0 {
		fmt.Fprintf(pl.Streams.Err, "deadlocklint: taken as they happened, since what they read could not be read, or was another object's later:\n\t%s\n", strings.Join(c.Unread, "\n\t"))
	}
	return c
}

// doubted are the conditions about which there is a doubt, with their places, sorted.
func (pl *pipeline) doubted(s *predict.ProgramResults, why condvar.Unreliability) (texts []string) {
	for id, doubts := range s.Unreliable {
		if site, ok := s.Table.Site(id); ok && doubts.Has(why) {
			texts = append(texts, fmt.Sprintf("%s at %s", site.Text, strings.TrimPrefix(site.Pos, pl.Work+"/")))
		}
	}
	slices.Sort(texts)
	return texts
}
