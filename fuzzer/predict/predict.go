// Package predict turns the traces of a recording session into candidates:
// deadlocks that the recorded runs did not show but could have had.
//
// For every trace file: package wire reads it, package objects tells apart the
// objects that had the same address, the names of variables come from the kept
// binary, package lockgraph predicts and classifies. What a confirming run and
// a report need of the trace (abstractions, sites, source positions) is copied
// into the [Candidate], so that one trace at a time is in memory.
//
// The package runs nothing and calls nothing a deadlock.
package predict

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Place is something that a goroutine did, for people.
type Place struct {
	Op    string // "lock", "rlock", "go"
	Class string
	Frame trace.Frame
}

// An Edge is one goroutine of a candidate.
type Edge struct {
	lockgraph.Edge
	Created Place // where the goroutine was started; Frame.Func is "" for the main goroutine
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

	handed []uint64     // sites at which locks were taken that other goroutines released
	chans  []sched.Chan // channels that are locks of the candidate
}

// A Finding is all candidates that a person would fix in one place.
type Finding struct {
	ID         string
	Kind       lockgraph.Kind
	Status     lockgraph.Status // the strongest
	Candidates []*Candidate     // most likely first
}

// A Prediction is what a session predicts.
type Prediction struct {
	Findings []*Finding
	Stats    Stats
	Reached  *Reached
	Order    Order // of locks, in all runs together

	limits map[string][]string // trace files, by the limit they reached
}

// Stats counts what was read.
type Stats struct {
	Processes int
	Tests     int
	Events    uint64
	Folded    uint64
	Lost      uint64
	Limits    []string // bounds that were reached
	Unseen    []string // mechanisms that were used and are not modelled
	Damaged   []string // files that ended early or cannot be read to their end, with the reason
}

// Dir reads every trace of a session directory. No trace at all is an error:
// nothing recorded is not "nothing found".
func Dir(dir string, progress func(done, total int)) (*Prediction, error) {
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
	p := &Prediction{limits: map[string][]string{}, Reached: newReached(), Order: Order{}}
	var all []*Candidate
	var parts []*part
	for i, name := range names {
		if proc := p.read(name, targets); proc != nil {
			all = append(all, proc.candidates...)
			parts = append(parts, proc.keep())
		}
		progress(i+1, len(names))
	}
	p.nameLimits()
	if p.Stats.Events == 0 {
		return nil, fmt.Errorf("nothing was recorded: %s; record again", strings.Join(append(p.Stats.Damaged, p.Stats.Limits...), "; "))
	}
	between, more := cross(parts)
	if more > 0 {
		p.Stats.Limits = append(p.Stats.Limits, fmt.Sprintf("maxCross: %d more cycles across tests are not shown", more))
	}
	p.group(append(all, between...))
	return p, nil
}

// read predicts from one file; a file that is damaged from its start is noted
// and passed over, so that the others count.
func (p *Prediction) read(name string, targets map[string]*record.Target) *process {
	if info, err := os.Stat(name); err == nil && info.Size() == 0 {
		p.Stats.Damaged = append(p.Stats.Damaged, filepath.Base(name)+": empty, the process ended at its start")
		return nil
	}
	t, err := wire.ReadFile(name)
	if err != nil {
		p.Stats.Damaged = append(p.Stats.Damaged, strings.TrimPrefix(err.Error(), filepath.Dir(name)+string(filepath.Separator)))
		return nil
	}
	if t.Damage != nil {
		p.Stats.Damaged = append(p.Stats.Damaged, fmt.Sprintf("%s: %v", filepath.Base(name), t.Damage))
	}
	proc := newProcess(t, targets[t.Header["tag"]])
	proc.file = filepath.Base(name)
	if proc.end() == nil && t.Damage == nil {
		p.Stats.Damaged = append(p.Stats.Damaged, filepath.Base(name)+": the process was killed; what it did in its last moments is missing")
	}
	for _, limit := range proc.limits() {
		p.limits[limit] = append(p.limits[limit], filepath.Base(name))
	}
	proc.analyze(&p.Stats)
	proc.reach(p.Reached)
	proc.order(p.Order)
	return proc
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
			return cmp.Or(cmp.Compare(b.Status, a.Status), cmp.Compare(a.Kind, b.Kind), untried(a)-untried(b))
		})
		f.Kind, f.Status = f.Candidates[0].Kind, f.Candidates[0].Status
	}
	slices.SortStableFunc(p.Findings, func(a, b *Finding) int { return cmp.Compare(b.Status, a.Status) })
}

// untried is 1 for a candidate of several processes, which no run can confirm.
func untried(c *Candidate) int {
	if c.Target == nil {
		return 1
	}
	return 0
}

// Plan is what a confirming run is told about the candidate.
func (c *Candidate) Plan(abs trace.Abstraction, context, yield bool) (*sched.Plan, error) {
	if len(c.Edges) > sched.MaxEdges {
		return nil, fmt.Errorf("more than %d goroutines", sched.MaxEdges)
	}
	if len(c.handed) > sched.MaxHanded {
		return nil, fmt.Errorf("locks taken at more than %d places are released by other goroutines", sched.MaxHanded)
	}
	plan := &sched.Plan{N: len(c.Edges), Abstraction: uint8(abs), UseContext: context, Yield: yield}
	plan.NHanded = copy(plan.Handed[:], c.handed)
	if len(c.chans) > sched.MaxChans {
		return nil, fmt.Errorf("more than %d channels that are locks", sched.MaxChans)
	}
	plan.NChans = copy(plan.Chans[:], c.chans)
	for i, e := range c.Edges {
		if len(e.context) > sched.MaxContext {
			return nil, fmt.Errorf("more than %d locks held at once", sched.MaxContext-1)
		}
		to := &plan.Edges[i]
		*to = sched.Edge{G: e.g[abs], Read: e.Mode == lockgraph.Shared, N: len(e.context)}
		if abs != trace.AbsTrivial && e.traced {
			to.Lock, to.Global, to.Offset = e.lock[abs], e.global, e.offset
		}
		copy(to.Context[:], e.context)
	}
	return plan, nil
}

// A process is one trace being analysed.
type process struct {
	file       string
	trace      *trace.Trace
	objects    *objects.Objects
	target     *record.Target
	names      *naming
	tests      map[trace.G]string
	created    map[trace.G]trace.StackID
	gabs       map[trace.G]*[4]uint64
	oabs       map[int]*[4]uint64      // by the index of the allocation's event
	locks      map[uint64]*channelLock // channels that are locks
	channels   *channelReader
	relation   *lockgraph.Relation
	handed     []uint64 // see Candidate
	info       lockgraph.Info
	candidates []*Candidate
}

func newProcess(t *trace.Trace, target *record.Target) *process {
	p := &process{
		trace:   t,
		objects: objects.InPlace(t),
		target:  target,
		tests:   map[trace.G]string{},
		created: map[trace.G]trace.StackID{},
		gabs:    map[trace.G]*[4]uint64{},
		oabs:    map[int]*[4]uint64{},
	}
	p.names = newNaming(t, target)
	return p
}

func (p *process) analyze(stats *Stats) {
	p.channels = p.readChannels()
	to := &translator{begun: map[trace.G]trace.Event{}}
	p.locks, to.moves = p.channelLocks(p.channels)
	to.locks = p.locks
	to.to = lockgraph.NewBuilder(lockgraph.Options{FoldAfter: p.foldAfter(), Capacity: p.capacity, MemoryRecorded: p.trace.Header["memory"] != ""})
	lastAlloc := map[uint64]int{}
	tests := map[string]bool{}
	for i, e := range p.objects.Events {
		p.identify(i, e, lastAlloc)
		if e.Op == trace.OpTest {
			tests[p.trace.Texts[e.Arg]] = true
		}
		to.add(i, e)
	}
	p.relation = to.to.Finish()
	p.handed = p.handedSites()
	p.info = lockgraph.Info{
		Class: func(lock uint64) string { return p.names.class(p.objects, p.trace, lock) },
		Func:  func(s trace.StackID) string { return p.names.fn(p.site(s).Func) },
		Site:  p.siteText,
		Test:  func(g trace.G) string { return p.tests[g] },
	}
	result := p.relation.Analyze(p.info)
	for _, c := range result.Candidates {
		p.candidates = append(p.candidates, p.candidate(c))
	}
	p.count(stats, result, len(tests))
}

// capacity is how many goroutines can hold a lock.
func (p *process) capacity(lock uint64) int {
	if l := p.locks[lock]; l != nil {
		return l.capacity
	}
	return 1
}

// foldAfter is how many occurrences of each dependency are sure to be in the
// trace, or 0: near the end of its budget the recorder keeps only what is new.
func (p *process) foldAfter() int {
	if end := p.end(); end == nil || end.Flag != 0 {
		return 0
	}
	return int(parseHex(p.trace.Header["fold"]))
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

// Tables of the recorder, as OpLost tells which were full.
const (
	tableStacks = 1
	tableCounts = 8
)

// limits names the bounds that the recording of a process reached.
func (p *process) limits() (reached []string) {
	end := p.end()
	if end == nil {
		return nil
	}
	if end.Aux&(tableStacks|tableCounts) != 0 {
		reached = append(reached, "a table of the recorder was full; some stacks and counts are missing")
	} else if end.Aux != 0 {
		reached = append(reached, "a table of the recorder was full; what repeats is in the recording more often")
	}
	const full, nearly = " is full (%s is its size in MB); what came later is missing", " is nearly full (%s is its size in MB); of the rest only new lock dependencies were kept"
	switch {
	case end.Flag&4 != 0:
		reached = append(reached, fmt.Sprintf("the recording of the whole run"+full, record.EnvRun))
	case end.Flag&2 != 0:
		reached = append(reached, fmt.Sprintf("the recording"+full, record.EnvBudget))
	case end.Flag&8 != 0:
		reached = append(reached, fmt.Sprintf("the recording of the whole run"+nearly, record.EnvRun))
	case end.Flag&1 != 0:
		reached = append(reached, fmt.Sprintf("the recording"+nearly, record.EnvBudget))
	}
	return reached
}

// end returns the last record of a process that ended by itself, or nil.
func (p *process) end() *trace.Event {
	for i := len(p.trace.Events) - 1; i >= 0; i-- {
		if e := &p.trace.Events[i]; e.Op == trace.OpLost {
			return e
		}
	}
	return nil
}

func (p *process) count(stats *Stats, result *lockgraph.Result, tests int) {
	stats.Processes++
	stats.Tests += tests
	stats.Events += result.Stats.Events
	stats.Folded += result.Stats.Repeats
	stats.Lost += result.Stats.Lost
	for _, l := range result.Limits {
		if !slices.Contains(stats.Limits, string(l)) {
			stats.Limits = append(stats.Limits, string(l))
		}
	}
	unseen := append(p.unmodelledChannels(p.channels), p.homemade()...)
	for _, e := range p.trace.Events {
		if e.Op == trace.OpUnseen {
			unseen = append(unseen, p.trace.Texts[e.Arg])
		}
	}
	for _, name := range unseen {
		if !slices.Contains(stats.Unseen, name) {
			stats.Unseen = append(stats.Unseen, name)
		}
	}
}

// identify notes whose goroutine is whose, and the abstractions.
func (p *process) identify(i int, e trace.Event, lastAlloc map[uint64]int) {
	switch e.Op {
	case trace.OpGo:
		child := trace.G(e.Obj)
		p.created[child] = e.Stack()
		if abs, ok := trace.DeriveG(p.abstractions(e.G), p.trace.Places[e.Stack()], e.Aux); ok {
			p.gabs[child] = &abs
		}
		if t := p.tests[e.G]; t != "" {
			p.tests[child] = t
		}
	case trace.OpTest:
		p.tests[e.G] = p.trace.Texts[e.Arg]
	case trace.OpAlloc:
		lastAlloc[e.Obj] = i
		if abs, ok := trace.DeriveObject(p.abstractions(e.G), p.trace.Places[e.Stack()], e.Aux); ok {
			p.oabs[i] = &abs
		}
	case trace.OpAbs:
		p.abstract(e, lastAlloc)
	}
}

// abstractions returns those of a goroutine.
func (p *process) abstractions(g trace.G) [4]uint64 {
	if abs := p.gabs[g]; abs != nil {
		return *abs
	}
	if g == mainGoroutine {
		return trace.AbsMain
	}
	return [4]uint64{} // 0 stands for any goroutine: nobody started those that run callbacks from C
}

// abstract notes an abstraction. Goroutine numbers are below any address.
func (p *process) abstract(e trace.Event, lastAlloc map[uint64]int) {
	var abs *[4]uint64
	if e.Obj < 1<<32 {
		if abs = p.gabs[trace.G(e.Obj)]; abs == nil {
			abs = new([4]uint64)
			p.gabs[trace.G(e.Obj)] = abs
		}
	} else {
		i, ok := lastAlloc[e.Obj]
		if !ok {
			return
		}
		if abs = p.oabs[i]; abs == nil {
			abs = new([4]uint64)
			p.oabs[i] = abs
		}
	}
	if int(e.Aux) < len(abs) {
		abs[e.Aux] = e.Arg
	}
}

func (p *process) candidate(c lockgraph.Candidate) *Candidate {
	out := &Candidate{Candidate: c, Target: p.target, ID: findingID(c), handed: p.handed}
	for _, e := range c.Edges {
		out.Edges = append(out.Edges, p.edge(e))
		out.addTest(p.tests[e.G])
		p.addChans(out, e)
	}
	return out
}

// addChans notes the channels that an edge holds or wants.
func (p *process) addChans(c *Candidate, e lockgraph.Edge) {
	ids := []uint64{e.Lock}
	for _, h := range e.Held {
		ids = append(ids, h.Lock)
	}
	for _, id := range ids {
		l := p.locks[id]
		if l == nil {
			continue
		}
		m := sched.Chan{Site: p.trace.Places[l.made][0], Receives: l.receives, Handed: l.handed}
		if !slices.Contains(c.chans, m) {
			c.chans = append(c.chans, m)
		}
	}
}

func (c *Candidate) addTest(name string) {
	if name != "" && !slices.Contains(c.Tests, name) {
		c.Tests = append(c.Tests, name)
	}
}

// mainGoroutine is the number of the one that runs main.
const mainGoroutine = 1

func (p *process) edge(e lockgraph.Edge) Edge {
	out := Edge{Edge: e, g: p.abstractions(e.G), file: p.file}
	if s, ok := p.created[e.G]; ok {
		out.Created = Place{Op: "go", Frame: p.site(s)}
	}
	for _, h := range e.Held {
		out.Locks = append(out.Locks, Place{Op: h.Mode.String(), Class: h.Class, Frame: p.site(h.Stack)})
		out.context = append(out.context, p.trace.Places[h.Stack][0])
	}
	out.Wants = Place{Op: e.Mode.String(), Class: e.Class, Frame: p.site(e.Stack)}
	if l := p.locks[e.Lock]; l != nil {
		out.Wants.Op = l.waitsIn()
	}
	out.context = append(out.context, p.trace.Places[e.Stack][0])
	p.identifyLock(&out)
	return out
}

func (p *process) identifyLock(e *Edge) {
	in := p.objects.Instance(e.Lock)
	if in.Alloc == objects.None {
		if text := p.names.text; text != 0 && p.names.isGlobal(in.Addr) {
			e.global, e.traced = in.Addr-text, true
		}
		return
	}
	if abs := p.oabs[in.Alloc]; abs != nil {
		e.lock, e.offset, e.traced = *abs, in.Offset, true
	}
}

// handedSites are the sites at which locks were taken that another goroutine
// than their owner released.
func (p *process) handedSites() (sites []uint64) {
	for _, s := range p.relation.HandedOver() {
		if site := p.trace.Places[s][0]; site != 0 && !slices.Contains(sites, site) {
			sites = append(sites, site)
		}
	}
	return sites
}

// site is the innermost frame that names a place in the program, chosen as the
// recorder chooses it (trace.Trace.Places).
func (p *process) site(id trace.StackID) trace.Frame {
	frames := p.trace.Stacks[id]
	for _, f := range frames {
		if !passedOver(f.Func) {
			return f
		}
	}
	if len(frames) > 0 {
		return frames[len(frames)-1]
	}
	return trace.Frame{Func: "?"}
}

func (p *process) siteText(id trace.StackID) string { return siteText(p.names.fn, p.site(id)) }

func siteText(fn func(string) string, f trace.Frame) string {
	return fmt.Sprintf("%s (%s:%d)", fn(f.Func), filepath.Base(f.File), f.Line)
}

// passedOver tells frames that only pass a lock operation on.
func passedOver(fn string) bool {
	for _, prefix := range []string{"runtime.", "sync.", "internal/sync.", "reflect.", "internal/_deadlocklint/"} {
		if strings.HasPrefix(fn, prefix) {
			return true
		}
	}
	base := fn[strings.LastIndexByte(fn, '/')+1:]
	if strings.Count(base, ".") < 2 {
		return false
	}
	switch base[strings.LastIndexByte(base, '.')+1:] {
	case "Lock", "RLock", "TryLock", "TryRLock":
		return true
	}
	return false
}
