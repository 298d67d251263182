// Package predict turns the traces of a recording session into candidates:
// deadlocks that the recorded runs did not show but could have had.
//
// The package does the same for every trace file. Package wire reads the file, and
// package objects tells apart the objects that had the same address. The names of
// variables come from the kept binary. Package lockgraph predicts and classifies. A
// [Candidate] has copies of all that a confirming run and a report need (abstractions,
// sites, source positions). So only one trace at a time is in memory.
//
// The package runs nothing and calls nothing a deadlock.
package predict

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Place is something that a goroutine did, for people.
type Place struct {
	Op    string // "lock", "rlock", "go"
	Class string
	Frame trace.Frame
}

// Known reports whether the source of the place is known. Goroutines that the runtime
// itself starts, such as the functions of timers, have none.
func (p Place) Known() bool { return p.Frame.Func != "" && p.Frame.Line > 0 }

// An Edge is one goroutine of a candidate.
type Edge struct {
	lockgraph.Edge
	Created Place // where the goroutine was started; Frame.Func is "" for the main goroutine
	Call    Place // of a library in which it is blocked, as in BlockedGoroutine
	Locks   []Place
	Wants   Place

	g, lock [4]uint64 // abstractions of the goroutine and of the requested lock's object
	global  uint64
	offset  uint64
	context []uint64
	traced  bool   // the lock's object was seen being allocated, or is a global variable
	file    string // the recording it is from
}

// A Candidate is one predicted deadlock of one process.
type Candidate struct {
	lockgraph.Candidate
	ID     string // of the finding it belongs to
	Edges  []Edge
	Tests  []string // in which its events happened; empty when outside of any test
	Target *record.Target
	Spins  bool // a goroutine of it waits for a lock by trying it in a loop
	Child  bool // its process was started by the program of the target

	handed []uint64      // sites at which locks were taken that other goroutines released
	chans  []pauses.Chan // channels that are locks of the candidate
}

// A Finding is all candidates that a person would fix in one place.
type Finding struct {
	ID         string
	Kind       lockgraph.Kind
	Status     lockgraph.Status // the strongest
	Candidates []*Candidate     // most likely first
}

// A Prediction has the predictions from a session.
type Prediction struct {
	Findings  []*Finding
	Stats     Stats
	Coverage  *Coverage
	LockOrder LockOrder // of locks, in all runs together
	Observed  []*ObservedDeadlock
	Blocked   []*BlockedGroup // for ever, at the end of a test or process; failures first

	ConcurrentTests []ConcurrentTest // tests that another schedule may make a difference to

	// Incomplete is set when a process that was started to be recorded left a recording
	// that is not whole, or none; Stats says why. Deadlocks may then be missed.
	Incomplete bool

	Unknown []string // recordings whose program had a file that is gone: nothing of them can be tried

	whole  map[int]bool        // by process: its recording is
	limits map[string][]string // trace files, by the limit they reached
	from   *Executables
	spun   map[*executable]bool // those whose locks made of atomics are known
	cut    []string             // trace files of which passes were cut
}

// Stats counts what was read.
type Stats struct {
	Processes  int
	Tests      int      // with their subtests
	Ran        []string // their names, sorted
	Events     uint64
	Folded     uint64
	Lost       uint64
	Limits     []string // bounds that were reached
	Unmodelled []string // mechanisms that were used and are not modelled
	Damaged    []string // files that ended early or cannot be read to their end, with the reason
}

// Options bound a prediction.
type Options struct {
	Time       time.Duration // of all of it; 0 is no limit but the context
	PerProcess bool          // no cycles across tests and processes: each is looked at alone
	From       *Executables  // nil for the programs of this prediction alone
}

// Nothing is the prediction from no recording.
func Nothing() *Prediction {
	return &Prediction{whole: map[int]bool{}, limits: map[string][]string{}, from: &Executables{}, spun: map[*executable]bool{}, Coverage: newReached(), LockOrder: LockOrder{}}
}

// Predict reads every trace of a session directory. No trace at all is an error:
// nothing recorded is not "nothing found".
//
// The traces share the time that is left in proportion to their sizes. The search across
// processes has the time that they did not use. When a share is spent or the context ends,
// every pass stops within about 100 ms. The findings up to then count. Stats.Limits names the
// pass that was cut, and how much it had read. A candidate that unread events could refute is
// then not infeasible.
func Predict(ctx context.Context, dir string, opt Options, progress func(done, total int)) (*Prediction, error) {
	names, err := record.Traces(dir)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("nothing was recorded in %s: no process with the recorder ran to its start; check that the programs were built by deadlocklint", dir)
	}
	targets, err := record.Targets(dir)
	if err != nil {
		return nil, err
	}
	p := Nothing()
	p.from = cmp.Or(opt.From, p.from)
	left := newShares(ctx, opt.Time, names)
	defer left.close()
	all, parts := p.readAll(ctx, left, names, targets, progress)
	p.Blocked = groupByID(p.Blocked)
	slices.SortStableFunc(p.Blocked, func(a, b *BlockedGroup) int { return cmp.Compare(b.Severity, a.Severity) })
	p.nameLimits()
	if p.Stats.Events == 0 && left.ctx.Err() == nil && len(p.cut) == 0 {
		return nil, fmt.Errorf("nothing was recorded: %s; record again", strings.Join(append(p.Stats.Damaged, p.Stats.Limits...), "; "))
	}
	if opt.PerProcess {
		parts = nil
	}
	between, more, cut := cross(left.ctx, parts)
	if cut {
		p.Stats.Limits = append(p.Stats.Limits, endReason(ctx)+": the search for cycles across tests was cut")
	}
	if more > 0 {
		p.Stats.Limits = append(p.Stats.Limits, fmt.Sprintf("maxCross: %d more cycles across tests are not shown", more))
	}
	p.group(append(all, withoutOrdered(between, all)...))
	return p, nil
}

// readAll predicts from each trace, in its share of the time. It returns the candidates,
// and of each process the part that counts across tests.
func (p *Prediction) readAll(ctx context.Context, left *timeShares, names []string, targets map[string]*record.Target, progress func(done, total int)) (all []*Candidate, parts []*processPart) {
	for i, name := range names {
		if left.ctx.Err() != nil {
			p.Stats.Limits = append(p.Stats.Limits, fmt.Sprintf("%s: %d of %d recordings were not looked at", endReason(ctx), len(names)-i, len(names)))
			return all, parts
		}
		share, done := left.next(name)
		if proc := p.read(share, name, targets); proc != nil {
			all = append(all, proc.candidates...)
			parts = append(parts, proc.keep())
			p.noteCuts(ctx, proc)
		}
		done()
		progress(i+1, len(names))
	}
	p.missing(targets)
	return all, parts
}

// read predicts from one file; a file that is damaged from its start is noted
// and passed over, so that the others count.
func (p *Prediction) read(ctx context.Context, name string, targets map[string]*record.Target) *process {
	pid := pidOf(name)
	if _, isRead := p.whole[pid]; !isRead {
		p.whole[pid] = false // until its file says otherwise
	}
	if info, err := os.Stat(name); err == nil && info.Size() == 0 {
		p.Stats.Damaged = append(p.Stats.Damaged, filepath.Base(name)+": empty, the process ended at its start")
		return nil
	}
	t, more, err := wire.ReadFileContext(ctx, name)
	if err != nil {
		p.Stats.Damaged = append(p.Stats.Damaged, unreadable(name, err))
		p.Incomplete = true
		return nil
	}
	if t.Damage != nil {
		p.Stats.Damaged = append(p.Stats.Damaged, fmt.Sprintf("%s: %v", filepath.Base(name), t.Damage))
	}
	if tag := t.Header[trace.HeaderTag]; tag != "" && targets[tag] == nil {
		p.Unknown = append(p.Unknown, filepath.Base(name))
	}
	proc := newProcess(ctx, t, targets[t.Header[trace.HeaderTag]], p.from)
	proc.file = filepath.Base(name)
	if more > 0 {
		proc.cuts = append(proc.cuts, fmt.Sprintf("reading (%d of %d records)", len(t.Events), len(t.Events)+int(more)))
	} else if proc.end() == nil && t.Damage == nil {
		p.Stats.Damaged = append(p.Stats.Damaged, filepath.Base(name)+": the process was killed, or ended past its exit handlers; what it did in its last moments is missing")
	}
	p.whole[pid] = p.whole[pid] || isWhole(proc)
	for _, limit := range Limits(proc.trace) {
		p.limits[limit] = append(p.limits[limit], filepath.Base(name))
	}
	proc.analyze(&p.Stats)
	p.spinLocks(proc)
	proc.reach(p.Coverage)
	proc.order(p.LockOrder)
	if m := proc.met(); m != nil {
		p.Observed = append(p.Observed, m)
	}
	p.Blocked = append(p.Blocked, proc.blocked()...)
	p.ConcurrentTests = append(p.ConcurrentTests, proc.concurrent()...)
	return proc
}

// spinLocks notes the locks made of atomics of a process's program, once for
// all its processes.
func (p *Prediction) spinLocks(proc *process) {
	if program := proc.names.program; program != nil && !p.spun[program] {
		p.spun[program] = true
		p.Stats.unseen(proc.names.spinLocks())
	}
}

// group gathers candidates into findings, the strongest first.
func (p *Prediction) group(all []*Candidate) {
	byID := map[string]*Finding{}
	for _, c := range all {
		f := byID[c.ID]
		if f == nil {
			f = &Finding{ID: c.ID}
			byID[c.ID] = f
			p.Findings = append(p.Findings, f)
		}
		f.Candidates = append(f.Candidates, c)
	}
	for _, f := range p.Findings {
		slices.SortStableFunc(f.Candidates, func(a, b *Candidate) int {
			return cmp.Or(cmp.Compare(b.Status, a.Status), cmp.Compare(a.Kind, b.Kind), crossProcess(a)-crossProcess(b))
		})
		f.Kind, f.Status = f.Candidates[0].Kind, f.Candidates[0].Status
	}
	slices.SortStableFunc(p.Findings, func(a, b *Finding) int { return cmp.Compare(b.Status, a.Status) })
}

// crossProcess is 1 for a candidate of several processes, which no run can confirm.
func crossProcess(c *Candidate) int {
	if c.Target == nil {
		return 1
	}
	return 0
}

// Plan is the plan of a confirming run for the candidate.
func (c *Candidate) Plan(abs trace.Abstraction, context, yield bool) (*pauses.Plan, error) {
	if len(c.Edges) > pauses.MaxEdges {
		return nil, fmt.Errorf("more than %d goroutines", pauses.MaxEdges)
	}
	if len(c.handed) > pauses.MaxHanded {
		return nil, fmt.Errorf("locks taken at more than %d places are released by other goroutines", pauses.MaxHanded)
	}
	plan := &pauses.Plan{N: len(c.Edges), Abstraction: uint8(abs), UseContext: context, Yield: yield}
	plan.NHanded = copy(plan.Handed[:], c.handed)
	if len(c.chans) > pauses.MaxChans {
		return nil, fmt.Errorf("more than %d channels that are locks", pauses.MaxChans)
	}
	plan.NChans = copy(plan.Chans[:], c.chans)
	for i, e := range c.Edges {
		if len(e.context) > pauses.MaxContext {
			return nil, fmt.Errorf("more than %d locks held at once", pauses.MaxContext-1)
		}
		to := &plan.Edges[i]
		*to = pauses.Edge{G: c.goroutine(i, abs), Read: e.Mode == lockgraph.Shared, N: len(e.context)}
		if abs != trace.AbsTrivial && e.traced {
			to.Lock, to.Global, to.Offset = e.lock[abs], e.global, e.offset
		}
		copy(to.Context[:], e.context)
	}
	return plan, nil
}

// goroutine is the abstraction of the goroutine of an edge. Where one goroutine did what
// two edges say, another may do the one or the other in the next run, as when it takes
// the next job: then it is any.
func (c *Candidate) goroutine(i int, abs trace.Abstraction) uint64 {
	e := c.Edges[i]
	for j, o := range c.Edges {
		if j != i && o.G == e.G && o.Part == e.Part {
			return 0
		}
	}
	return e.g[abs]
}

// nameLimits lists what limits were reached, with the processes that did.
func (p *Prediction) nameLimits() {
	for _, limit := range slices.Sorted(maps.Keys(p.limits)) {
		names := p.limits[limit]
		who := names[0]
		if more := len(names) - 1; more > 0 {
			who = fmt.Sprintf("%s and %d more", who, more)
		}
		p.Stats.Limits = append(p.Stats.Limits, who+": "+limit)
	}
}
