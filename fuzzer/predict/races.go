package predict

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// A RaceSide is one of the two accesses of a race.
type RaceSide struct {
	Place                   // the innermost frame outside of the standard library
	Read    bool            // else it writes
	Map     bool            // it is an operation on a map
	Inner   bool            // the object may be one of the standard library, see isInner
	Point   boundary.Letter // letter of the access, as a run that is forced knows it
	Created Place           // where its goroutine was started; Frame.Func is "" for the main goroutine
	Sites   []uint64        // of the access, as a run that is forced knows it: trace.Trace.Places
}

// A Race is two accesses of one word or map that race. There is one for each pair of places,
// though these may access several words, as a line with a pointer and its target.
type Race struct {
	Kind  racegraph.Kind
	Class string // of the variable, "" when it has no name
	Sides [2]RaceSide
	Tests []string // in which the accesses happened
}

// A RacePrediction has the races that the recording of a process predicts.
type RacePrediction struct {
	List   []*Race // in the order of the run
	Blocks []*Block
	Events int
	Words  int      // that two goroutines accessed
	Pairs  int      // of places that conflict
	Limits []string // bounds that were reached
}

// PredictRaces predicts the races of one recorded process. It takes two passes over the recording,
// and memory for it.
func PredictRaces(ctx context.Context, dir string, target *record.Target) (*RacePrediction, error) {
	t, err := traceOf(dir, target)
	if err != nil {
		return nil, err
	}
	p := newProcess(ctx, t, target, &Executables{})
	to := &translator{begun: map[trace.G]trace.Event{}, coros: newCoroutines(), tries: newTryLoops(), tests: newSubtests(p)}
	p.locks, to.moves = p.channelLocks(p.readChannels())
	to.locks = p.locks
	b := racegraph.NewBuilder(racegraph.Options{Capacity: p.capacity, InCall: p.inCall, SamePlace: p.isSamePlace, Unguarded: true})
	to.to = b
	lastAlloc, at := map[uint64]int{}, p.instancesAt()
	p.begins = map[trace.G]trace.Frame{}
	p.each("building the graph of races", func(i int, e *trace.Event) {
		p.identify(i, *e, lastAlloc)
		p.beginsAt(e)
		if p.isLibraryStore(e) || e.Op == trace.OpAccess && !isLife(e) && p.isLibraryAccess(e.Stack()) {
			return
		}
		raw := *e
		if asks := uint8(trace.FlagTry | trace.FlagForeign); e.Op == trace.OpAccess && e.Flag&asks == asks {
			raw.Obj = p.channelAt(e, at)
			to.add(i, raw)
			return
		}
		raw.Seq *= seqStep
		b.Operation(raw)
		to.add(i, *e)
	})
	found := b.Finish(ctx)
	r := &RacePrediction{Events: len(p.objects.Events), Words: found.Words, Pairs: found.Pairs}
	for _, race := range found.Races {
		r.add(p.race(race))
	}
	for _, order := range found.Orders {
		r.add(p.swap(order))
	}
	for _, block := range found.Blocks {
		r.addBlock(p.block(block))
	}
	slices.SortStableFunc(r.Blocks, (*Block).compare)
	for _, l := range found.Limits {
		r.Limits = append(r.Limits, string(l))
	}
	if p.startsBefore() {
		r.Limits = append(r.Limits, "goroutines that init or TestMain has started are outside of the run: their accesses are not recorded")
	}
	r.Limits = append(r.Limits, p.cuts...)
	r.Limits = append(r.Limits, Limits(t)...)
	if t.Damage != nil {
		r.Limits = append(r.Limits, "the recording breaks off: "+t.Damage.Error())
	}
	return r, nil
}

// startsBefore reports whether init or TestMain has started a goroutine by code of the user.
func (p *process) startsBefore() bool {
	for _, stack := range p.created {
		calls := p.trace.Stacks[stack]
		if len(calls) == 0 || stdlib.Has(p.site(stack).Func) {
			continue
		}
		for _, f := range calls {
			if strings.HasPrefix(f.Func, "runtime.doInit") || strings.HasSuffix(f.Func, ".TestMain") {
				return true
			}
		}
	}
	return false
}

// add enters a race, or its sites into that of the same pair of places. Accesses that the
// standard library makes for itself count for no program.
func (r *RacePrediction) add(race *Race) {
	if race.Sides[0].Frame.Func == "" || race.Sides[1].Frame.Func == "" {
		return
	}
	for _, known := range r.List {
		if known.Same(race) {
			known.Kind = min(known.Kind, race.Kind)
			known.Class = cmp.Or(known.Class, race.Class)
			for i := range known.Sides {
				known.Sides[i].Inner = known.Sides[i].Inner && race.Sides[i].Inner
				known.Sides[i].Sites = append(known.Sides[i].Sites, race.Sides[i].Sites...)
				slices.Sort(known.Sides[i].Sites)
				known.Sides[i].Sites = slices.Compact(known.Sides[i].Sites)
			}
			return
		}
	}
	r.List = append(r.List, race)
}

// Same reports whether two races are at one pair of places.
func (r *Race) Same(o *Race) bool {
	return r.Sides[0].at() == o.Sides[0].at() && r.Sides[1].at() == o.Sides[1].at()
}

// A racePlace is the key of a place of accesses.
type racePlace struct {
	frame trace.Frame
	op    string
}

func (s *RaceSide) at() racePlace { return racePlace{s.Frame, s.Op} }

// race names a race. The sides are in the order of their places, so that one pair has one.
func (p *process) race(found racegraph.Race) *Race {
	r := &Race{Kind: found.Kind, Sides: [2]RaceSide{p.raceSide(&found.First), p.raceSide(&found.Second)}}
	locateTestEnd(&r.Sides)
	slices.SortStableFunc(r.Sides[:], compareSides)
	if p.names.bin != nil {
		if name, _, ok := p.names.bin.Global(found.Address()); ok && !found.First.Map {
			r.Class = p.names.fn(name)
		}
	}
	for _, a := range []*racegraph.Access{&found.First, &found.Second} {
		if name := p.tests[a.G]; name != "" && !slices.Contains(r.Tests, name) {
			r.Tests = append(r.Tests, name)
		}
	}
	return r
}

func compareSides(a, b RaceSide) int {
	return cmp.Or(strings.Compare(a.Frame.File, b.Frame.File), a.Frame.Line-b.Frame.Line, compareBool(a.Read, b.Read))
}

// swap names an order. The sides are in the order of their places, as those of a race.
func (p *process) swap(found racegraph.Order) *Race {
	r := &Race{Kind: found.Kind, Class: p.classAt(found.Object, found.First.Op)}
	for i, s := range []*racegraph.Step{&found.First, &found.Second} {
		to := p.blockStep(found.Object, s)
		r.Sides[i] = RaceSide{Place: to.Place, Read: s.Read, Point: to.Point, Sites: to.Sites}
		if stack, ok := p.created[s.G]; ok {
			r.Sides[i].Created = Place{Op: "go", Frame: p.named(stack)}
		}
		if name := p.tests[s.G]; name != "" && !slices.Contains(r.Tests, name) {
			r.Tests = append(r.Tests, name)
		}
	}
	slices.SortStableFunc(r.Sides[:], compareSides)
	return r
}

// compareBool puts what is true first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// access names an access, and has its letter.
func (p *process) access(a *racegraph.Access) (name string, letter boundary.Letter) {
	switch {
	case a.Sync.IsLife():
		return p.lifeOp(a)
	case a.Sync.Chan && a.Read:
		return "send", boundary.LetterSend
	case a.Sync.Chan:
		return "close", boundary.LetterClose
	case a.Sync.Atomic:
		fn, letter := p.operation(&racegraph.Step{Op: trace.OpAccess, Stack: a.Stack})
		return "atomic " + fn, letter
	case a.Read:
		return "read", boundary.LetterRead
	}
	return "write", boundary.LetterWrite
}

func (p *process) raceSide(a *racegraph.Access) RaceSide {
	s := RaceSide{Read: a.Read, Map: a.Map, Inner: p.isInner(a.Stack)}
	s.Op, s.Point = p.access(a)
	for _, f := range p.calls(a.Stack) {
		if !stdlib.Has(f.Func) {
			s.Frame = f
			s.Frame.Func = p.names.fn(f.Func)
			break
		}
	}
	if site := p.trace.Places[a.Stack][0]; site != 0 {
		s.Sites = []uint64{site}
	}
	if a.Sync.IsLife() {
		p.lifeSide(a, &s)
	}
	if stack, ok := p.created[a.G]; ok {
		s.Created = Place{Op: "go", Frame: p.named(stack)}
	}
	return s
}
