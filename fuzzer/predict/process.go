package predict

import (
	"context"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A process is one trace being analysed.
type process struct {
	ctx        context.Context // its end ends every pass
	cuts       []string        // passes that it ended
	full       bool            // it was memory that ended one, see MaxLive
	file       string
	trace      *trace.Trace
	objects    *objects.Objects
	target     *record.Target
	names      *nameTable
	tests      map[trace.G]string
	created    map[trace.G]trace.StackID
	settings   map[trace.G]setting
	begins     map[trace.G]trace.Frame // see beginsAt
	gabs       map[trace.G]*[4]uint64
	oabs       map[int]*[4]uint64      // by the index of the allocation's event
	locks      map[uint64]*channelLock // channels that are locks
	channels   *channelReader
	tries      *tryLoops
	relation   *lockgraph.Relation
	handed     []uint64 // see Candidate
	info       lockgraph.Info
	candidates []*Candidate

	// Of the recordings that are joined with this one.
	adopted   trace.G // goroutines
	stacks    map[string]trace.StackID
	lastStack trace.StackID
}

func newProcess(ctx context.Context, t *trace.Trace, target *record.Target, from *Executables) *process {
	p := &process{
		ctx:      ctx,
		trace:    t,
		objects:  objects.InPlaceContext(ctx, t),
		target:   target,
		tests:    map[trace.G]string{},
		created:  map[trace.G]trace.StackID{},
		settings: map[trace.G]setting{},
		gabs:     map[trace.G]*[4]uint64{},
		oabs:     map[int]*[4]uint64{},
	}
	p.names = newNaming(t, target, from)
	if n := len(p.objects.Events); n < len(t.Events) {
		p.cutAt("telling objects apart", n)
	}
	return p
}

// lookEvery is how many events, of at most some µs each, are between two looks
// whether the time is over.
const lookEvery = 1 << 12

// each passes over the events until the context ends. It reports whether it saw
// all; otherwise the limit is noted by the name of the pass.
func (p *process) each(pass string, do func(i int, e *trace.Event)) bool {
	for i := range p.objects.Events {
		if i%lookEvery == 0 && p.ctx.Err() != nil {
			p.cutAt(pass, i)
			return false
		}
		do(i, &p.objects.Events[i])
	}
	return true
}

// cutAt notes that a pass ended early.
func (p *process) cutAt(pass string, seen int) {
	p.cuts = append(p.cuts, fmt.Sprintf("%s (%d of %d events)", pass, seen, len(p.trace.Events)))
}

// isCut reports whether events are missing because the time was over.
func (p *process) isCut() bool { return len(p.cuts) > 0 }

func (p *process) analyze(stats *Stats) {
	p.channels = p.readChannels()
	to := &translator{begun: map[trace.G]trace.Event{}, coros: newCoroutines(), tries: newTryLoops(), tests: newSubtests(p)}
	p.locks, to.moves = p.channelLocks(p.channels)
	to.locks = p.locks
	b := lockgraph.NewBuilder(lockgraph.Options{FoldAfter: p.foldAfter(), Capacity: p.capacity, MemoryRecorded: p.trace.Header[trace.HeaderMemory] != ""})
	to.to = b
	lastAlloc := map[uint64]int{}
	tests, built := map[string]bool{}, 0
	p.each("building the lock graph", func(i int, e *trace.Event) {
		if p.full = p.full || i%lookEvery == 0 && inUse() > MaxLive; p.full {
			return
		}
		built = i + 1
		p.identify(i, *e, lastAlloc)
		if e.Op == trace.OpTest {
			if name := p.trace.Texts[e.Arg]; name != "" { // package testing runs all tests in one without a name
				tests[name] = true
			}
		}
		to.add(i, *e)
	})
	if p.full {
		p.cutAt("building the lock graph", built)
	}
	if p.isCut() {
		b.Cut()
	}
	p.relation = b.Finish()
	p.handed = p.handedSites()
	p.info = lockgraph.Info{
		Class: func(lock uint64) string { return p.names.class(p.objects, p.trace, lock) },
		Func:  func(s trace.StackID) string { return p.names.fn(p.site(s).Func) },
		Site:  p.siteText,
		Test:  func(g trace.G) string { return p.tests[g] },
	}
	result := p.relation.Analyze(p.ctx, p.info)
	if at := result.Stop; at != nil {
		p.cuts = append(p.cuts, fmt.Sprintf("searching cycles of %d goroutines (%d of %d lock dependencies)", at.Length, at.Begun, at.Of))
	}
	p.tries = to.tries
	for _, c := range result.Candidates {
		if !p.withinLibrary(c) {
			p.candidates = append(p.candidates, p.candidate(c))
		}
	}
	p.count(stats, result, tests)
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
	return int(parseHex(p.trace.Header[trace.HeaderFold]))
}

// Limits names the bounds that the recording of a process reached.
func Limits(t *trace.Trace) (reached []string) {
	end := lastLost(t)
	if end == nil {
		return nil
	}
	if end.Aux&trace.TableWords != 0 {
		reached = append(reached, "more words of memory were accessed than the recorder keeps; races on some of them are missing")
	}
	if end.Aux&trace.TableAccesses != 0 {
		reached = append(reached, "one goroutine accessed a word at more places than the recorder keeps; races with some of them are missing")
	}
	if end.Aux&(trace.TableStacks|trace.TableCounts) != 0 {
		reached = append(reached, "a table of the recorder was full; some stacks and counts are missing")
	} else if end.Aux&^(trace.TableWords|trace.TableAccesses) != 0 {
		reached = append(reached, "a table of the recorder was full; what repeats is in the recording more often")
	}
	const full, nearly = " is full (%s is its size in MB); what came later is missing", " is nearly full (%s is its size in MB); of the rest only new lock dependencies were kept"
	switch {
	case end.Flag&trace.LostDisk != 0:
		reached = append(reached, "the disk took no more of the recording; what came later is missing, free some space and record again")
	case end.Flag&trace.LostRun != 0:
		reached = append(reached, fmt.Sprintf("the recording of the whole run"+full, boundary.EnvAllMB))
	case end.Flag&trace.LostFull != 0:
		reached = append(reached, fmt.Sprintf("the recording"+full, boundary.EnvMegabytes))
	case end.Flag&trace.LostRunNearly != 0:
		reached = append(reached, fmt.Sprintf("the recording of the whole run"+nearly, boundary.EnvAllMB))
	case end.Flag&trace.LostNearly != 0:
		reached = append(reached, fmt.Sprintf("the recording"+nearly, boundary.EnvMegabytes))
	}
	return reached
}

// ran adds the names of tests.
func (s *Stats) ran(tests map[string]bool) {
	for name := range tests {
		if i, known := slices.BinarySearch(s.Ran, name); !known {
			s.Ran = slices.Insert(s.Ran, i, name)
		}
	}
}

// end returns the last record of a process that ended by itself, or nil.
func (p *process) end() *trace.Event { return lastLost(p.trace) }

func lastLost(t *trace.Trace) *trace.Event {
	for i := len(t.Events) - 1; i >= 0; i-- {
		if e := &t.Events[i]; e.Op == trace.OpLost {
			return e
		}
	}
	return nil
}

func (p *process) count(stats *Stats, result *lockgraph.Result, tests map[string]bool) {
	stats.Processes++
	stats.Tests += len(tests)
	stats.ran(tests)
	stats.Events += result.Stats.Events
	stats.Folded += result.Stats.Repeats
	stats.Lost += result.Stats.Lost
	for _, l := range result.Limits {
		if l != lockgraph.LimitTime && !slices.Contains(stats.Limits, string(l)) {
			stats.Limits = append(stats.Limits, string(l))
		}
	}
	unseen := append(p.unmodelledChannels(p.channels), p.homemade()...)
	p.each("looking for mechanisms that are not modelled", func(_ int, e *trace.Event) {
		if e.Op == trace.OpUnseen {
			unseen = append(unseen, p.trace.Texts[e.Arg])
		}
	})
	stats.unseen(unseen)
}

func (s *Stats) unseen(names []string) {
	for _, name := range names {
		if !slices.Contains(s.Unmodelled, name) {
			s.Unmodelled = append(s.Unmodelled, name)
		}
	}
}
