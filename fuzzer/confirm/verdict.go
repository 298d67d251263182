package confirm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Verdict is a deadlock that the runtime has seen. It is a cycle of goroutines that Go has
// parked, and each of them waits for a lock that the next one holds.
type Verdict struct {
	Goroutines []ParkedGoroutine
	Dump       string // Go's own dump, those of the cycle first
	Live       uint64 // goroutines and timers outside the cycle that could go on by themselves
	Clock      Clock
}

// A ParkedGoroutine is a member of the cycle.
type ParkedGoroutine struct {
	ID   uint64
	Site uint64 // of the request
	Want uint64 // address of the lock
	Held []uint64

	Index uint64 // its execution index, in a Quiescence
}

// Stats has the counters of the agent in a run.
type Stats struct {
	boundary.Stats
	Full  uint64 // size of the agent's table of objects, when it was too small
	Edges []boundary.EdgeStats
}

// read takes in the verdict and statistics files of a run's directory: every
// process of the run leaves one.
func (r *Run) read(dir string, plan *pauses.Plan) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if kind, _ := boundary.FileOf(e.Name()); kind != boundary.VerdictFile && kind != boundary.LeftFile && kind != boundary.StatsFile {
			continue
		}
		var b []byte
		if b, err = regular.Read(filepath.Join(dir, e.Name()), regular.Limit); err != nil {
			break
		}
		if err = r.take(string(b), plan); err != nil {
			err = fmt.Errorf("%s: %w", e.Name(), err)
			break
		}
	}
	r.settle()
	if err != nil {
		return fmt.Errorf("cannot read what a confirming run left: %w; try again", err)
	}
	return nil
}

// A processReport has the file of one process.
type processReport struct {
	about      boundary.Subject
	goroutines []ParkedGoroutine
	live       map[uint64]uint64 // execution index of goroutines that may go on
	others     *boundary.Others
	ending     boundary.Ending
	look       boundary.Look
	left       []boundary.LeftGoroutine
	stats      Stats
	clock      boundary.Clockwork
	timers     []boundary.Timer
	dump       *boundary.Dump // nil when the file was cut off
}

// take takes in one file. Of several verdicts the plan's deadlock counts; one
// that was cut off, by a full disk for example, counts for nothing.
func (r *Run) take(text string, plan *pauses.Plan) error {
	p := processReport{live: map[uint64]uint64{}}
	if err := boundary.Read(text, boundary.VerdictLines, p.line); err != nil {
		return err
	}
	switch p.about {
	case boundary.AboutCycle:
		v := &Verdict{Goroutines: p.goroutines, Clock: r.takeClock(&p)}
		if p.others != nil {
			v.Live = p.others.Live
		}
		if p.dump != nil && len(v.Goroutines) > 0 && (r.Verdict == nil || !r.Verdict.matches(plan)) {
			v.Dump, r.Verdict = p.dump.Text, v
		}
	case boundary.AboutStuck:
		if p.dump != nil {
			r.takeStill(&p)
		}
	case boundary.AboutLeft:
		if p.dump != nil {
			r.takeLeft(&p)
		}
		return nil
	case boundary.AboutStats:
		r.takeClock(&p)
	}
	r.Stats.add(p.stats)
	return nil
}

func (p *processReport) line(l boundary.Line) {
	switch l := l.(type) {
	case *boundary.Report:
		p.about = l.About
	case *boundary.Goroutine:
		p.goroutines = append(p.goroutines, ParkedGoroutine{ID: l.ID, Site: l.At, Want: l.Want, Index: l.Index})
	case *boundary.Held:
		if n := len(p.goroutines); n > 0 {
			p.goroutines[n-1].Held = append(p.goroutines[n-1].Held, l.Object)
		}
	case *boundary.Live:
		p.live[l.ID] = l.Index
	case *boundary.Others:
		p.others = l
	case *boundary.Ending:
		p.ending = *l
	case *boundary.Look:
		p.look = *l
	case *boundary.LeftGoroutine:
		p.left = append(p.left, *l)
	case *boundary.Stats:
		p.stats.Stats = *l
	case *boundary.Clockwork:
		p.clock = *l
	case *boundary.Timer:
		p.timers = append(p.timers, *l)
	case *boundary.EdgeStats:
		p.stats.Edges = append(p.stats.Edges, *l)
	case *boundary.FullTable:
		p.stats.Full = l.Objects
	case *boundary.Dump:
		p.dump = l
	}
}

// add adds the counts of another process of the run.
func (s *Stats) add(t Stats) {
	s.Paused += t.Paused
	s.Gates += t.Gates
	if s.First == 0 || t.First != 0 && t.First < s.First {
		s.First = t.First
	}
	s.Idle += t.Idle
	s.Late += t.Late
	s.Thrash += t.Thrash
	s.Full = max(s.Full, t.Full)
	s.Open += t.Open
	s.Polls += t.Polls
	s.Jumped = max(s.Jumped, t.Jumped)
	s.Failed += t.Failed
	for i, e := range t.Edges {
		if i == len(s.Edges) {
			s.Edges = append(s.Edges, boundary.EdgeStats{})
		}
		s.Edges[i].Reached += e.Reached
		s.Edges[i].Started += e.Started
		s.Edges[i].Near += e.Near
	}
}

// CycleStacks is the part of the dump that is about the goroutines of the cycle.
func (v *Verdict) CycleStacks() string {
	blocks := strings.Split(v.Dump, "\n\n")
	return strings.Join(blocks[:min(len(v.Goroutines), len(blocks))], "\n\n")
}

// matches reports whether the verdict is the plan's deadlock: its goroutines
// wait at the plan's places.
func (v *Verdict) matches(plan *pauses.Plan) bool {
	for _, g := range v.Goroutines {
		found := false
		for i := range plan.Edges[:plan.N] {
			e := &plan.Edges[i]
			found = found || e.Context[e.N-1] == g.Site
		}
		if !found {
			return false
		}
	}
	return len(v.Goroutines) > 0
}

// isOf reports whether the verdict is the candidate's deadlock, and no smaller cycle at some of
// its places: each member of the candidate has a goroutine of its own, which waits where the
// member does.
func (v *Verdict) isOf(c *predict.Candidate, plan *pauses.Plan) bool {
	left := map[uint64]int{} // goroutines that wait at a site
	for _, g := range v.Goroutines {
		left[g.Site]++
	}
	for i := range min(plan.N, len(c.Edges)) {
		if c.Edges[i].Role != lockgraph.RoleMember {
			break // members come first
		}
		site := plan.Edges[i].Context[plan.Edges[i].N-1]
		if left[site] == 0 {
			return false
		}
		left[site]--
	}
	return v.matches(plan)
}

// Assumption is the condition under which the verdict holds, or "" without a condition. A
// goroutine outside the cycle that still runs might release a lock that it does not hold. The
// run does not show whether it would.
func (v *Verdict) Assumption() string {
	s := v.Clock.assumption()
	if v.Live == 0 {
		return s
	}
	if s != "" {
		s = "; " + s
	}
	if v.Live == 1 {
		return "the goroutine or timer that could still go on releases no lock of the cycle for its owner: it did not do so before, in this run or when it was recorded" + s
	}
	return fmt.Sprintf("none of the %d goroutines and timers that could still go on releases a lock of the cycle for its owner: none did so before, in this run or when it was recorded", v.Live) + s
}

// reason words what the runs came to.
func (r *Result) reason(c *predict.Candidate) string {
	n := len(r.Runs)
	if r.Confirmed {
		return fmt.Sprintf("made to happen in run %d: every goroutine of the cycle is parked by Go's runtime on a lock that the next one holds", n) + r.clock()
	}
	switch {
	case n == 0 && r.DeadlineReached:
		return "not tried: the time was spent before a run had ended; raise -time"
	case n == 0:
		return "not tried: interrupted"
	}
	var sum Stats
	var failed, timedOut, open, still uint64
	var stopped TimeLimit // of the last run that was
	for _, run := range r.Runs {
		sum.add(run.Stats)
		switch {
		case run.TimedOut:
			timedOut++
			stopped = run.TimeLimit
		case run.Verdict == nil && run.Stats.Open > 0:
			open++
		case run.EndedBy != nil:
		case run.Verdict == nil && run.Quiescence != nil:
			still++
		case run.Exit != 0 && run.Verdict == nil && run.RescuedBy == nil:
			failed++
		}
	}
	s := fmt.Sprintf("not seen in %s (%s)", wording.Counted(n, "run"), strings.Join(sum.places(c), ", "))
	for _, note := range []struct {
		n          uint64
		noun, text string
	}{
		{sum.Thrash, "pause", "ended because no other goroutine could run"},
		{sum.Polls, "pause", "ended while all that went on only polled"},
		{sum.Late, "pause", "ended for lasting too long"},
		{failed, "run", "failed, perhaps because of the pauses"},
		{open, "run", "closed the cycle, but another goroutine that had used its channel could still have ended it"},
		{still, "run", "ended in a deadlock that is no cycle of locks"},
		{timedOut, "run", "did not end and had to be stopped " + stopped.String()},
	} {
		if note.n > 0 {
			s += "; " + wording.Counted(int(note.n), note.noun) + " " + note.text
		}
	}
	s += r.timers("closed the cycle")
	if sum.Full > 0 {
		s += fmt.Sprintf("; the program made more objects like those of the candidate than the %d the agent can tell apart, so that some were passed over", sum.Full)
	}
	if r.DeadlineReached {
		s += "; the time was spent"
	}
	if r.OtherDeadlock != nil {
		s += "; a run ended in another deadlock"
	}
	return s
}

// places says of every request of the candidate whether it was reached.
func (s Stats) places(c *predict.Candidate) []string {
	var list []string
	for i, e := range c.Edges {
		where := fmt.Sprintf("%s:%d", filepath.Base(e.Wants.Frame.File), e.Wants.Frame.Line)
		var n boundary.EdgeStats
		if i < len(s.Edges) {
			n = s.Edges[i]
		}
		switch {
		case n.Reached > 0:
			where += " reached " + wording.Counted(int(n.Reached), "time")
		case n.Near > 0:
			where += " reached only with another lock or context"
		case n.Started > 0:
			where += " never reached after its first lock"
		default:
			where += " never reached"
		}
		list = append(list, where)
	}
	return list
}
