package predict

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Severity says whether a goroutine that is blocked for ever fails a run.
type Severity uint8

// The severities.
const (
	Note    Severity = iota // it waits in a receive or a select, or is idle ([lockgraph.Idle])
	Failure                 // any other goroutine, and the goroutine of a test
)

// A BlockedGroup is the goroutines of the recorded runs that were blocked for ever at one place.
// They wait in one function for objects of one class; their spawn sites may differ. The
// channels of a select do not tell two apart, since its first channel differs between runs.
type BlockedGroup struct {
	Identity
	Leaked   bool // and not merely left blocked
	Severity Severity
	Op       trace.Op // OpSend, OpRecv, OpSelect, OpRequest, OpRRequest, OpWait, OpWGWait or OpPulled
	At       Place
	Awaits   []string      // as in BlockedGoroutine, of the first of them
	Call     Place         // of the first of them, as in BlockedGoroutine
	Created  Place         // of the first of them; Frame.Func is "" for the main goroutine
	Starts   int           // how many go statements started them, at most Count
	Stack    []trace.Frame // of the first of them, innermost first
	Count    int
	Tests    []string           // that started them; empty when outside of any test
	Last     *LastUse           // of the object of the first of them, or nil when no other goroutine used it
	Live     []Place            // where goroutines were started that could go on, when left blocked
	Held     []Place            // locks of the first of them for which others wait
	Waiting  []BlockedGoroutine // others that wait for the first of them, one for each place
	Told     []string           // the former ids of these
	Target   *record.Target

	starts []Place // the distinct ones
}

// A LastUse is the operation of the goroutine that used an object last.
type LastUse struct {
	Place           // the operation on the object
	Created   Place // as in BlockedGroup
	LastEvent Place // the last thing of it that was recorded: the branch that it took; unknown where the library alone goes on
	Ended     bool
}

// Check is the name of the check. A leaked goroutine waits for an object that no other
// goroutine reaches. For a goroutine that is left blocked, only global variables reach
// the object, or C code may.
func (b *BlockedGroup) Check() checks.Name {
	if b.Leaked {
		return checks.Leaked
	}
	return checks.LeftBlocked
}

// severity is that of the operation in which a goroutine is left. Nobody is idle on a nil channel: nothing will ever come.
// A goroutine that offers a value which nobody can take any more has not done its work, in a select as well as in a send.
// The main goroutine of a program may leave all work to others by an empty select.
func (l *blockedAtEnd) severity(left *trace.Event) Severity {
	switch word, op := left.Left(); op {
	case trace.OpPulled:
		return Note // it holds nothing, since its caller has its locks
	case trace.OpRecv, trace.OpSelect:
		if op == trace.OpSelect && word == trace.LeftLeaked && l.selects.offers(left) {
			return Failure
		}
		if left.Obj != 0 || op == trace.OpSelect && left.G == mainGoroutine {
			return Note
		}
	}
	return Failure
}

// blocked returns the goroutines of the process that were blocked for ever, those
// that are alike together. It takes two passes over the events.
func (p *process) blocked() []*BlockedGroup {
	l := p.leftOver()
	if len(l.order) == 0 {
		return nil
	}
	u := p.usesOf(l)
	end := p.standingAtEnd(l, u)
	idle := end.idle()
	stuck := &stuckStates{of: map[trace.G]*BlockedGroup{}, needs: map[trace.G][]trace.G{}}
	for _, g := range l.order {
		e, ok := l.at[g]
		if !ok || isOfTesting(p.site(e.Stack()).Func) {
			continue
		}
		b := p.blockedOne(g, e, l.severity(&e))
		b.Awaits = p.awaits(l.selects, &e)
		if !b.Leaked && (idle[g] || b.Op == trace.OpWait && !p.serves(g)) {
			b.Severity = Note
		}
		if l.tests[g] {
			b.Severity = Failure
		}
		if !b.Leaked {
			if slices.ContainsFunc(u.users(e.Obj), func(user trace.G) bool { return l.live[user] }) {
				continue // a goroutine that can go on knows the object
			}
			b.Live = p.startedAt(l)
		}
		b.Last = p.lastUse(u, e.Obj, l)
		stuck.of[g] = b
	}
	for _, g := range l.order {
		if stuck.of[g] != nil {
			stuck.need(p, l, u, end, idle, g)
		}
	}
	return groupByID(stuck.join(l.order))
}

// A blockedAtEnd has the goroutines that the looks of the runtime found blocked.
type blockedAtEnd struct {
	order   []trace.G // that some look found blocked, in the order in which they were
	selects lastSelects
	at      map[trace.G]trace.Event
	live    map[trace.G]bool        // that could go on when others were left blocked
	tests   map[trace.G]bool        // that run tests
	waits   map[trace.G]trace.Event // the last operation of each goroutine that may wait for another one
	brought map[uint64]bool         // channels on which goroutines that are no workers have sent, or which they have closed
}

// leftOver reads the OpLefts. A goroutine that did anything later was not blocked
// for ever. A goroutine that an earlier run of an exploration left is not of the run that is made again.
func (p *process) leftOver() *blockedAtEnd {
	l := &blockedAtEnd{at: map[trace.G]trace.Event{}, live: map[trace.G]bool{}, tests: map[trace.G]bool{}, selects: lastSelects{}, waits: map[trace.G]trace.Event{}, brought: map[uint64]bool{}}
	runs := earlierRuns{of: map[trace.G]bool{}}
	for _, e := range p.objects.Events {
		runs.add(e, p.beginsRun(&e))
		l.selects.add(&e)
		switch e.Op {
		case trace.OpTest:
			l.tests[e.G] = true
		case trace.OpSend, trace.OpSent, trace.OpClose:
			l.brought[e.Obj] = l.brought[e.Obj] || !p.serves(e.G)
		}
		if e.Op != trace.OpLeft {
			delete(l.at, e.G)
			if e.Op == trace.OpSend || e.Op == trace.OpRecv || e.Op == trace.OpSelect || e.Op == trace.OpWait {
				l.waits[e.G] = e
			}
			continue
		}
		switch word, _ := e.Left(); word {
		case trace.LeftBlocked, trace.LeftLeaked:
			if !slices.Contains(l.order, e.G) {
				l.order = append(l.order, e.G)
			}
			l.at[e.G] = e
		case trace.LeftRuns:
			l.live[e.G] = true
		case trace.LeftMoved:
			delete(l.at, e.G)
		}
	}
	maps.DeleteFunc(l.at, func(g trace.G, _ trace.Event) bool { return runs.of[g] })
	p.stillLeft(l)
	return l
}

// An earlierRuns has the goroutines that were started in runs of an exploration before the last one of the process.
type earlierRuns struct {
	begun bool
	last  []trace.G // started in the last run
	of    map[trace.G]bool
}

// add takes the next event, and whether a run begins with it.
func (r *earlierRuns) add(e trace.Event, begins bool) {
	switch {
	case begins:
		for _, g := range r.last {
			r.of[g] = true
		}
		r.begun, r.last = true, r.last[:0]
	case r.begun && e.Op == trace.OpGo:
		r.last = append(r.last, trace.G(e.Obj))
	}
}

func (p *process) blockedOne(g trace.G, e trace.Event, s Severity) *BlockedGroup {
	word, op := e.Left()
	b := &BlockedGroup{Leaked: word == trace.LeftLeaked, Op: op, Severity: s, Count: 1, Target: p.target}
	b.At = Place{Op: op.String(), Frame: p.placed(g, e.Stack()), Class: p.leftClass(op, e.Obj)}
	b.Created, b.Call = p.startedBy(g), p.callPlace(e.Stack())
	if op == trace.OpPulled && e.Stack() == 0 {
		b.At.Frame = b.Created.Frame // it has not begun
	}
	for _, f := range p.calls(e.Stack()) {
		f.Func = p.names.fn(f.Func)
		b.Stack = append(b.Stack, f)
	}
	if name := p.tests[g]; name != "" {
		b.Tests = []string{name}
	}
	b.Identity = identify(b.Check(), []BlockedGoroutine{{Wants: b.At}})
	b.starts = []Place{b.Created}
	return b
}

func (p *process) leftClass(op trace.Op, obj uint64) string {
	switch {
	case op == trace.OpPulled:
		return Coroutine
	case obj != 0:
		return p.names.class(p.objects, p.trace, obj)
	case op == trace.OpSelect:
		return NoChannels
	}
	return NilChannel
}

// The classes of goroutines that wait for no object. Package report words them.
const (
	NilChannel = "a nil channel"
	Coroutine  = "a coroutine of iter.Pull"
	NoChannels = "no channel" // a select without cases, or with nil channels alone
)

// startedAt is where the goroutines were started that could go on.
func (p *process) startedAt(l *blockedAtEnd) (list []Place) {
	for g := range l.live {
		if stack, ok := p.created[g]; ok {
			if at := (Place{Op: "go", Frame: p.named(stack)}); !slices.Contains(list, at) {
				list = append(list, at)
			}
		}
	}
	slices.SortFunc(list, func(a, b Place) int {
		return cmp.Or(strings.Compare(a.Frame.File, b.Frame.File), a.Frame.Line-b.Frame.Line)
	})
	return list
}

// lastUses are those of the objects that blocked goroutines wait for.
type lastUses struct {
	last map[uint64][]lastUse    // by object: the last use by each goroutine, the latest at the end
	then map[trace.G]trace.Event // the last event of each goroutine that has a stack, outside of package testing
	over map[trace.G]bool        // it has ended
}

// A lastUse is the use of an object, and the last event before it that has a stack.
type lastUse struct {
	trace.Event
	before trace.Event
}

func (p *process) usesOf(l *blockedAtEnd) *lastUses {
	u := &lastUses{last: map[uint64][]lastUse{}, then: map[trace.G]trace.Event{}, over: map[trace.G]bool{}}
	for _, e := range l.at {
		if e.Obj != 0 {
			u.last[e.Obj] = nil
		}
	}
	for _, e := range p.objects.Events {
		switch {
		case e.Op == trace.OpLeft || e.G == 0:
			continue
		case e.Op == trace.OpExit:
			u.over[e.G] = true
		case e.Op.Info().Arg == trace.ArgStack && e.Arg != 0 && !p.endsTest(e.Stack()):
			u.then[e.G] = e
		}
		if !p.isObject(e) && e.Op != trace.OpCase {
			continue
		}
		if _, wanted := u.last[e.Obj]; wanted && e.Op != trace.OpMakeChan {
			list := slices.DeleteFunc(u.last[e.Obj], func(o lastUse) bool { return o.G == e.G })
			u.last[e.Obj] = append(list, lastUse{e, u.then[e.G]})
		}
	}
	return u
}

// users are the goroutines that used an object.
func (u *lastUses) users(obj uint64) (list []trace.G) {
	for _, e := range u.last[obj] {
		list = append(list, e.G)
	}
	return list
}

// lastUse is the last use of an object by a goroutine that is not itself blocked on it.
func (p *process) lastUse(u *lastUses, obj uint64, l *blockedAtEnd) *LastUse {
	for _, e := range slices.Backward(u.last[obj]) {
		if at, ok := l.at[e.G]; ok && at.Obj == obj {
			continue
		}
		if e.Op == trace.OpCase {
			e.Op = trace.OpSelect
		}
		use := &LastUse{Place: Place{Op: e.Op.String(), Class: p.leftClass(e.Op, obj)}, Ended: u.over[e.G]}
		if e.before.Arg != 0 { // its own, if it has one
			use.Frame = p.named(e.before.Stack())
		}
		if stack, ok := p.created[e.G]; ok {
			use.Created = Place{Op: "go", Frame: p.named(stack)}
		}
		if then, ok := u.then[e.G]; ok && (use.Ended || p.isOfProgram(then.Stack())) {
			use.LastEvent = p.eventPlace(then)
			if at, is := p.ofProgram(then.Stack()); is {
				use.LastEvent.Frame = at // and not what the library does in it
			}
		}
		return use
	}
	return nil
}

// mergedCount is how many goroutines two findings of one id stand for. Those of a process that
// repeats a run of another process are the same ones.
func mergedCount(a, b *BlockedGroup) int {
	repeats := func(t *record.Target) bool { return t != nil && t.Explored != nil }
	if a.Target != b.Target && (repeats(a.Target) || repeats(b.Target)) {
		return max(a.Count, b.Count)
	}
	return a.Count + b.Count
}

// groupByID puts blocked goroutines with the same id together that wait in one way.
func groupByID(all []*BlockedGroup) (list []*BlockedGroup) {
	byID := map[string]*BlockedGroup{}
	for _, b := range all {
		first := byID[b.Former]
		if first == nil {
			byID[b.Former] = b
			b.Starts = len(b.starts)
			list = append(list, b)
			continue
		}
		first.Count = mergedCount(first, b)
		for _, at := range b.starts {
			if !slices.Contains(first.starts, at) {
				first.starts = append(first.starts, at)
			}
		}
		first.Starts = min(len(first.starts), first.Count) // runs that repeat another one have the same goroutine
		first.addTests(b.Tests)
		first.Severity = max(first.Severity, b.Severity)
		for _, g := range b.Waiting {
			first.addWaiting(g)
		}
	}
	return list
}
