package predict

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Limits of the search. A larger program is not searched. The number of states grows so fast
// with the size that the search would reach its limits after a small part.
const (
	MaxStatements = 20_000 // of a trace program
	MaxThreads    = 1000   // of one: each step costs their number squared
)

// ProgramOptions bound the search of all trace programs of a session. The zero
// value has the limits of condvar.Options, and no time limit.
type ProgramOptions struct {
	Search    condvar.Options // of each program
	Time      time.Duration   // of all programs together, see searchClock, to make and to search them; 0 is no limit
	End       time.Time       // of everything; zero is no limit but the context
	BuildOnly bool            // make the programs, of any size and recording, and search none
	Keep      bool            // programs, results and names, and with them all recordings

	// OtherRecordings is a directory with other runs of the same tests, as package explorer repeats
	// them, "" for none. Goroutines may take the control flow that they have there.
	OtherRecordings string

	From *Executables // nil for the programs of this call alone
}

// ProgramResults has the results of the trace programs of a session.
type ProgramResults struct {
	Deadlocks []*GeneralizedDeadlock
	Table     *condvar.Table
	Limits    []string
	Damaged   []string
	Waits     []trace.Frame // the places at which goroutines waited on condition variables

	// Conditions by their sites in the table, see condvar.Stats.
	FromMemory map[int]bool
	Unreliable map[int]condvar.Unreliabilities

	// With Keep or Build.
	Programs []*condvar.Program
	Results  []*condvar.Result
	Names    []ProgramNames // names for writing the programs out, one for each

	total int // programs
	more  int // pairs of recordings with more combinations of control flows than are searched

	moreTests int // processes with more programs of two tests than are searched

	unread int // further recordings for which there was no time

	cut  truncations
	left time.Duration // for searches, if there is a limit

	from  *Executables
	clock *searchClock
	fewer int // programs that were searched to the end with fewer rounds of loops

	// Programs of the process that were searched, with the limit that ended the search.
	searched map[condvar.Identity]string
}

// ProgramNames names what a trace program is about.
type ProgramNames struct {
	Object func(i int) string
	Place  func(condvar.Source) string
}

// CheckPrograms builds and checks the trace programs of every process of a session. Smaller
// recordings come first. Each program in turn has an equal share of the time that is left. So a
// large program does not delay many small ones.
//
// The end of the context ends every pass within about 100 ms, and so does opt.End. CheckPrograms
// then returns its findings so far. Limits names the passes that were cut.
func CheckPrograms(ctx context.Context, dir string, opt ProgramOptions, progress func(done, total int)) (*ProgramResults, error) {
	names, err := record.Traces(dir)
	if err != nil {
		return nil, err
	}
	targets, err := record.Targets(dir)
	if err != nil {
		return nil, err
	}
	s := &ProgramResults{from: cmp.Or(opt.From, &Executables{}), clock: newSearchClock(), cut: truncations{}, FromMemory: map[int]bool{}, Unreliable: map[int]condvar.Unreliabilities{}}
	if s.Table, err = condvar.ReadTable(dir); err != nil {
		return nil, err
	}
	s.left = opt.Time
	if !opt.End.IsZero() {
		limited, stop := context.WithDeadline(ctx, opt.End)
		defer stop()
		ctx = limited
	}
	names = bySize(names)
	for i, name := range names {
		if ctx.Err() != nil {
			s.interrupt(ctx, len(names)-i)
			break
		}
		s.read(ctx, name, targets, opt, len(names)-i)
		progress(i+1, len(names))
	}
	if note := s.cut.note(s.total); note != "" {
		s.Limits = append(s.Limits, note)
	}
	if s.fewer > 0 {
		s.Limits = append(s.Limits, fmt.Sprintf("%d of %d trace programs searched to the end with fewer rounds of their loops than were recorded", s.fewer, s.total))
	}
	if s.more > 0 {
		s.Limits = append(s.Limits, fmt.Sprintf("only %d combinations with the control flows of another recording were searched, for %s", condvar.MaxSplices, wording.Counted(s.more, "trace program")))
	}
	if s.unread > 0 {
		s.Limits = append(s.Limits, fmt.Sprintf("%s not read for trace programs: the time of all searches was used up, which is a part of -time", wording.Counted(s.unread, "further recording")))
	}
	if s.moreTests > 0 {
		s.Limits = append(s.Limits, fmt.Sprintf("at most %d trace programs with the control flows of another test were searched, of %s", maxTestJoins, wording.Counted(s.moreTests, "recording")))
	}
	return s, nil
}

// bySize returns the files that have something in them, the small ones first.
func bySize(names []string) []string {
	size := map[string]int64{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			size[name] = info.Size()
		}
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return size[name] == 0 })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(size[a], size[b]) })
	return names
}

// read makes and searches the trace programs of one of n processes that are left.
func (s *ProgramResults) read(ctx context.Context, name string, targets map[string]*record.Target, opt ProgramOptions, n int) {
	begun := s.clock.now()
	defer func() { s.left = max(s.left-(s.clock.now()-begun), 0) }()
	p := s.open(ctx, name, targets, opt)
	if p == nil {
		return
	}
	programs, quiet, err := condvar.BuildQuiet(ctx, p.objects, p.trace, s.Table)
	if err != nil {
		s.interrupt(ctx, 1)
		return
	}
	whole := opt.wholePrograms(programs, quiet.Len() > 0)
	for i, q := range programs {
		if i == 0 {
			s.addStats(q.Stats)
		}
		if ctx.Err() == nil {
			q.Reduce()
			p.nameObjects(q)
		}
	}
	s.total += len(programs)
	deadline := never
	if opt.Time > 0 {
		deadline = s.shareOf(begun+s.left, n)
	}
	joinsTests := len(whole) > 1 || len(whole) > 0 && quiet.Len() > 0
	s.searched = map[condvar.Identity]string{}
	until := s.shareOf(deadline, 1+asInt(opt.OtherRecordings != "")+asInt(joinsTests))
	if !opt.BuildOnly {
		programs = s.searchable(ctx, programs) // and the memory of others is free
		slices.SortStableFunc(programs, func(a, b *condvar.Program) int { return cmp.Compare(a.Stats.Statements, b.Stats.Statements) })
	}
	s.searchEach(ctx, p, programs, opt, until)
	s.joinFlows(ctx, p, whole, opt, s.shareOf(deadline, 1+asInt(joinsTests)))
	s.joinTests(ctx, p, whole, quiet, opt, deadline)
}

// open reads the recording of a process, or notes why its programs are left out.
func (s *ProgramResults) open(ctx context.Context, name string, targets map[string]*record.Target, opt ProgramOptions) *process {
	t, _, err := wire.ReadFileContext(ctx, name)
	if err != nil {
		s.Damaged = append(s.Damaged, filepath.Base(name)+": "+err.Error())
		return nil
	}
	if parseHex(t.Header[trace.HeaderConditions]) == 0 && !opt.BuildOnly {
		s.cut.add(cutWithout, nil)
		return nil
	}
	p := newProcess(ctx, t, targets[t.Header[trace.HeaderTag]], s.from)
	s.addWaits(p)
	lastAlloc := map[uint64]int{}
	p.each("naming goroutines", func(i int, e *trace.Event) { p.identify(i, *e, lastAlloc) })
	if ctx.Err() != nil {
		s.interrupt(ctx, 1)
		return nil
	}
	if incomplete(p, t) {
		s.cut.add(cutIncomplete, nil)
		return nil
	}
	return p
}

// searchEach searches the programs of a process, until a time that they share.
func (s *ProgramResults) searchEach(ctx context.Context, p *process, programs []*condvar.Program, opt ProgramOptions, until time.Duration) {
	for i, q := range programs {
		all := s.search(ctx, q, opt, s.shareOf(until, len(programs)-i))
		if opt.Keep || opt.BuildOnly {
			s.Programs, s.Results = append(s.Programs, q), append(s.Results, all[0].result)
			s.Names = append(s.Names, ProgramNames{func(i int) string { return p.objectName(q, i) }, p.sourceText})
		}
		for _, d := range all[0].result.Deadlocks {
			s.add(p.stuck(q, d))
		}
		s.addNew(p.stuckIn(all[1:]))
	}
}

// stuckIn are the deadlocks of programs with fewer rounds.
func (p *process) stuckIn(short []searchedProgram) (found []*GeneralizedDeadlock) {
	for _, one := range short {
		for _, d := range one.result.Deadlocks {
			found = append(found, p.stuck(one.Program, d))
		}
	}
	return found
}

// interrupt notes that the context has ended before trace programs were made of n
// recordings.
func (s *ProgramResults) interrupt(ctx context.Context, n int) {
	why := cutInterrupt
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		why = cutEnd
	}
	for range n {
		s.cut.add(why, nil)
	}
}

// addStats takes in the statistics that the programs of a process share.
func (s *ProgramResults) addStats(of condvar.Stats) {
	if of.Truncated {
		s.cut.add(cutShort, nil)
	}
	if of.UnknownSites {
		s.cut.add(cutForeign, nil)
	}
	maps.Copy(s.FromMemory, of.FromMemory)
	for site, doubts := range of.Unreliabilities {
		s.Unreliable[site] |= doubts
	}
}

// addWaits notes where a process waited on condition variables.
func (s *ProgramResults) addWaits(p *process) {
	seen := map[trace.StackID]bool{}
	p.each("looking for waits", func(_ int, e *trace.Event) {
		if e.Op != trace.OpWait || seen[e.Stack()] {
			return
		}
		seen[e.Stack()] = true
		frames := p.trace.Stacks[e.Stack()] // not p.site: a goroutine in a method Lock does not wait in its caller
		i := slices.IndexFunc(frames, func(f trace.Frame) bool { return !strings.HasPrefix(f.Func, "sync.") })
		if i >= 0 && frames[i].File != "" && !slices.Contains(s.Waits, frames[i]) {
			s.Waits = append(s.Waits, frames[i])
		}
	})
}

// searchable are the programs that are small enough, some of them with fewer rounds, which takes time.
func (s *ProgramResults) searchable(ctx context.Context, programs []*condvar.Program) (small []*condvar.Program) {
	for i, q := range programs {
		programs[i] = nil
		if !fits(q) && ctx.Err() == nil {
			if short := q.FewerRounds(); short != nil && fits(short) {
				q = short
			}
		}
		if !fits(q) {
			s.cut.add(cutLarge, q)
			continue
		}
		small = append(small, q)
	}
	return small
}

// fits reports whether a program is searched.
func fits(q *condvar.Program) bool {
	return q.Stats.Statements <= MaxStatements && len(q.Threads) <= MaxThreads
}

// incomplete reports whether part of a run is missing: left out by a bound of
// the recorder, damaged, or not written before the process was killed. The
// missing part may be the one event that would end a wait, so that a trace program without it
// blocks where the original does not. Lock dependencies have no such need.
func incomplete(p *process, t *trace.Trace) bool {
	end := p.end()
	return t.Damage != nil || end == nil || end.Flag != 0 && end.Obj == 0
}

// A searchedProgram is a program with its findings.
type searchedProgram struct {
	*condvar.Program
	result *condvar.Result
}

// search looks for the deadlocks of one program, or notes why not. A program of which another one
// with its identity was searched has no other deadlocks. Where a limit ends the search, the
// program is searched with fewer rounds of its loops, too.
func (s *ProgramResults) search(ctx context.Context, q *condvar.Program, opt ProgramOptions, deadline time.Duration) (all []searchedProgram) {
	all = []searchedProgram{{q, &condvar.Result{}}}
	if opt.BuildOnly {
		return all
	}
	id := q.Identity()
	limit, known := s.searched[id]
	if !known {
		all, limit = s.searchBoth(ctx, q, opt, deadline)
		if limit != string(cutTime) {
			s.searched[id] = limit
		}
	}
	if limit != "" {
		s.cut.add(truncation(limit), q)
	}
	all[0].result.Limit = limit
	return all
}

// searchBoth searches a program, and one with fewer rounds where a limit ends that. The limit is
// "" when either search came to its end.
func (s *ProgramResults) searchBoth(ctx context.Context, q *condvar.Program, opt ProgramOptions, deadline time.Duration) (all []searchedProgram, limit string) {
	short := q.FewerRounds()
	until := deadline
	if short != nil {
		until = s.shareOf(deadline, 2)
	}
	first := s.searchUntil(ctx, q, opt, until)
	if all = append(all, first); first.result.Limit == "" || short == nil {
		s.fewer += asInt(q.Stats.FewerRounds && first.result.Limit == "")
		return all, first.result.Limit
	}
	second := s.searchUntil(ctx, short, opt, deadline)
	if second.result.Limit != "" {
		return append(all, second), first.result.Limit
	}
	s.fewer++
	return append(all, second), ""
}

// searchUntil searches a program until a time.
func (s *ProgramResults) searchUntil(ctx context.Context, q *condvar.Program, opt ProgramOptions, deadline time.Duration) searchedProgram {
	opt.Search.Clock = s.clock.now
	if deadline != never {
		left := deadline - s.clock.now()
		if left <= 0 {
			return searchedProgram{q, &condvar.Result{Limit: string(cutTime)}}
		}
		if opt.Search.MaxTime == 0 || left < opt.Search.MaxTime {
			opt.Search.MaxTime = left
		}
	}
	return searchedProgram{q, q.Check(ctx, opt.Search)}
}

// add keeps one of each id, the one of the fewest goroutines and then with the
// shortest order.
func (s *ProgramResults) add(d *GeneralizedDeadlock) {
	i := slices.IndexFunc(s.Deadlocks, func(o *GeneralizedDeadlock) bool { return o.ID == d.ID })
	switch {
	case i < 0:
		s.Deadlocks = append(s.Deadlocks, d)
	case cmp.Or(cmp.Compare(len(d.Core), len(s.Deadlocks[i].Core)), cmp.Compare(len(d.Order), len(s.Deadlocks[i].Order))) < 0:
		s.Deadlocks[i] = d
	}
}

// A truncation is why a trace program was not searched to the end, or none was made of
// a recording. Those of a search are called as condvar calls its limits.
type truncation string

// The others.
const (
	cutTime       truncation = "the time of all searches was used up, which is a part of -time"
	cutLarge      truncation = "more than 20000 statements or 1000 goroutines"
	cutShort      truncation = "made of the first 2000000 statements, or 250000 goroutines, of a process"
	cutIncomplete truncation = "made of no recording that is incomplete"
	cutInterrupt  truncation = "made of no recording after an interrupt"
	cutEnd        truncation = "made of no recording after the end of the time for prediction, which is a part of -time"
	cutForeign    truncation = "made without conditions, since conditions.json is gone or that of another recording"
	cutWithout    truncation = "made of no recording without -condvar"
)

// truncations counts the programs, or recordings, by reason.
type truncations map[truncation]*programCount

type programCount struct{ n, threads, statements int }

func (c truncations) add(why truncation, q *condvar.Program) {
	k := c[why]
	if k == nil {
		k = &programCount{}
		c[why] = k
	}
	k.n++
	if q != nil {
		k.threads, k.statements = max(k.threads, len(q.Threads)), max(k.statements, q.Stats.Statements)
	}
}

// note is the one line about all of them, or "".
func (c truncations) note(total int) string {
	var reasons []string
	programs := 0
	for why, k := range c {
		if k.threads == 0 {
			reasons = append(reasons, fmt.Sprintf("%s (%d)", why, k.n))
			continue
		}
		programs += k.n
		reasons = append(reasons, fmt.Sprintf("%d: %s (up to %d goroutines, %d statements)", k.n, why, k.threads, k.statements))
	}
	slices.Sort(reasons)
	switch {
	case len(reasons) == 0:
		return ""
	case programs == 0:
		return "trace programs are " + strings.Join(reasons, "; ")
	}
	return fmt.Sprintf("%d of %d trace programs not searched to the end: %s", programs, total, strings.Join(reasons, "; "))
}
