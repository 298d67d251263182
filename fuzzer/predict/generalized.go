package predict

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A GeneralizedDeadlock is a deadlock of a trace program: goroutines that could be blocked
// for ever by condition variables, channels, WaitGroups and locks together.
type GeneralizedDeadlock struct {
	*condvar.Deadlock
	Program *condvar.Program
	Identity
	Core        []BlockedGoroutine
	Others      []BlockedGoroutine
	Idle        []BlockedGoroutine   // see condvar.Deadlock
	Path        []CounterexampleStep // the order that leads there
	Assumed     []CounterexampleStep // the steps of it that the recorded run does not show
	Cause       *Place               // the place that Reason is about, or nil
	Truncated   []string             // goroutines of which the rest is not known
	Tests       []string
	Target      *record.Target
	SplicedFrom []string       // where goroutines were started that go the way of another recording
	OfTest      bool           // the other recording is that of another test
	Holds       []condvar.Stop // where these goroutines wait for others, in a run of the way AfterOthers
	Timed       bool           // somebody of the core waits at a channel of a timer or of a context

	g map[int][4]uint64 // abstractions by thread

	// Known are the execution indices of the goroutines that were recorded, and
	// whether one used an object that a goroutine of the core waits for. Each that goes
	// the way of another recording counts as a user.
	Known map[uint64]bool
}

// A BlockedGoroutine is a goroutine that is blocked.
type BlockedGoroutine struct {
	Thread  int
	Created Place
	Held    []Place
	Wants   Place
	Object  uint64   // the instance that it waits for, 0 where there are several or none
	Awaits  []string // the classes of all channels of the select in which it waits; nil for another operation, or not known
	Test    bool     // it runs a test
	Call    Place    // the call of a library in which it is blocked, unknown where it is blocked in code of its own
	Reasons []Reason
}

func (p *process) stuck(q *condvar.Program, d *condvar.Deadlock) *GeneralizedDeadlock {
	out := &GeneralizedDeadlock{Deadlock: d, Program: q, Target: p.target, g: map[int][4]uint64{}}
	for t, th := range q.Threads {
		out.g[t] = p.abstractions(th.G)
	}
	for _, b := range d.Core {
		out.Core = append(out.Core, p.standing(q, b))
		if name := p.tests[q.Threads[b.Thread].G]; name != "" && !slices.Contains(out.Tests, name) {
			out.Tests = append(out.Tests, name)
		}
	}
	for _, b := range d.Others {
		out.Others = append(out.Others, p.standing(q, b))
	}
	for _, b := range d.Idle {
		out.Idle = append(out.Idle, p.standing(q, b))
	}
	out.walk(p)
	for _, t := range d.Truncated {
		if s, ok := p.created[q.Threads[t].G]; ok {
			out.Truncated = append(out.Truncated, p.siteText(s))
		}
	}
	if d.Cause != nil {
		by := p.stmtPlace(q, d.Cause)
		out.Cause = &by
	}
	out.Known, out.Timed = p.known(q, d), p.timed(q, d)
	out.Identity = identify(out.Kind, out.Core)
	return out
}

// known tells the goroutines of the recording, and which of them could wake
// a goroutine of the core: those that used what it waits for.
func (p *process) known(q *condvar.Program, d *condvar.Deadlock) map[uint64]bool {
	users := map[uint64]bool{trace.AbsMain[trace.AbsIndex]: false}
	for g := range p.created {
		users[p.abstractions(g)[trace.AbsIndex]] = false
	}
	for t, th := range q.Threads {
		if d.Uses(q, t) {
			users[p.abstractions(th.G)[trace.AbsIndex]] = true
		}
	}
	return users
}

func (p *process) standing(q *condvar.Program, b condvar.BlockedThread) BlockedGoroutine {
	s := BlockedGoroutine{Thread: b.Thread, Wants: p.stmtPlace(q, b.Stmt), Object: awaited(q, b)}
	s.Created = p.startedBy(q.Threads[b.Thread].G)
	if b.Stmt.Source.Stack != 0 {
		s.Call = p.callPlace(b.Stmt.Source.Stack)
	}
	for _, c := range b.Stmt.Cases {
		s.Awaits = append(s.Awaits, p.objectName(q, c.Chan))
	}
	if b.Woken {
		s.Wants.Op, s.Wants.Class = "request", p.objectName(q, b.Obj)
	}
	for _, h := range b.Held {
		place := p.stmtPlace(q, h)
		if h.Op == condvar.Wait {
			place.Op, place.Class = "lock", p.objectName(q, h.Lock2)
		}
		s.Held = append(s.Held, place)
	}
	return s
}

// awaited is the instance that a goroutine waits for, 0 where there are several or none.
func awaited(q *condvar.Program, b condvar.BlockedThread) uint64 {
	if len(b.Stmt.Cases) > 1 || b.Obj >= len(q.Objects) {
		return 0
	}
	return q.Objects[b.Obj].ID
}

// stmtPlace describes a statement.
func (p *process) stmtPlace(q *condvar.Program, s *condvar.Stmt) Place {
	place := Place{Op: s.Op.String(), Frame: p.frameOf(s.Source)}
	switch s.Op {
	case condvar.Go, condvar.Order:
	case condvar.Set, condvar.Inc:
		place.Class = q.Vars[s.Obj].Name
	case condvar.If, condvar.Loop:
		place.Class = "condition"
	case condvar.Select:
		place.Class = p.objectName(q, s.Cases[0].Chan)
	case condvar.RecvClosed:
		place.Op, place.Class = "recv", p.objectName(q, s.Obj)
	default:
		place.Class = p.objectName(q, s.Obj)
	}
	return place
}

// objectName is the class of an object of a trace program.
func (p *process) objectName(q *condvar.Program, i int) string {
	o := q.Objects[i]
	switch {
	case o.ID == 0:
		return NilChannel
	case o.Name != "":
		return o.Name
	}
	return p.names.class(p.objects, p.trace, o.ID)
}

// frameOf is the place of a statement: of its stack, or of the table.
func (p *process) frameOf(s condvar.Source) trace.Frame {
	if s.Stack != 0 {
		return p.site(s.Stack)
	}
	fn, pos, _ := strings.Cut(s.Label, " ")
	parts := strings.Split(pos, ":")
	if len(parts) < 2 {
		return trace.Frame{Func: fn, File: pos}
	}
	line, _ := strconv.Atoi(parts[len(parts)-2])
	return trace.Frame{Func: fn, File: strings.Join(parts[:len(parts)-2], ":"), Line: line}
}

func (p *process) sourceText(s condvar.Source) string {
	f := p.frameOf(s)
	if f.File == "" && f.Func == "" || f.Func == "?" {
		return ""
	}
	return fmt.Sprintf("%s:%d %s", filepath.Base(f.File), f.Line, p.names.fn(f.Func))
}

// A StopSet says which stops of a counterexample a plan has. The order of a search has more
// switches between goroutines than it needs, and every stop costs time. In some programs the
// time has more effect than the order.
type StopSet uint8

// The ways.
const (
	// AfterOthers has none of them. A goroutine that goes the way of another recording stops
	// where others may decide that, until no other goroutine can go on.
	AfterOthers StopSet = iota
	AllStops
	EarlyTimers // every stop, and timers fire before a goroutine goes on from one
	LastStops   // only where the goroutines of the core are then blocked
	CoreStops   // those of goroutines of the core
	StopSets
)

func (w StopSet) takes(stop condvar.Stop) bool {
	return w == AllStops || w == EarlyTimers || w == LastStops && stop.Last || w == CoreStops && stop.Core
}

// Plan is the plan of a confirming run: the places where goroutines stop on the way. Goroutines stand still for stall,
// at most, while timers fire.
func (s *GeneralizedDeadlock) Plan(abs trace.Abstraction, way StopSet, stall time.Duration) (*pauses.Plan, error) {
	plan := &pauses.Plan{Abstraction: uint8(abs)}
	if way == EarlyTimers {
		if !s.firesTimer() || stall == 0 {
			return nil, errors.New("no goroutine goes on because of a timer that may fire early")
		}
		plan.Stall = uint32(min((stall+time.Millisecond-1)/time.Millisecond, math.MaxUint32))
	}
	stops := s.Holds
	if way != AfterOthers {
		stops = slices.DeleteFunc(s.Stops(s.Program), func(stop condvar.Stop) bool { return !way.takes(stop) })
	}
	if len(stops) > pauses.MaxSteps {
		return nil, fmt.Errorf("the order has %d switches between goroutines, more than %d", len(stops), pauses.MaxSteps)
	}
	for _, stop := range stops {
		plan.Steps[plan.NSteps] = pauses.Step{G: s.g[stop.Thread][abs], Site: stop.Site, N: uint64(stop.Count)}
		plan.NSteps++
	}
	for _, c := range s.Choices(s.Program) {
		if plan.NChoices < pauses.MaxChoices { // Go draws the further ones
			plan.Choices[plan.NChoices] = pauses.Choice{G: s.g[c.Thread][abs], Site: c.Site, N: uint64(c.Count), Case: uint32(c.Case)}
			plan.NChoices++
		}
	}
	if len(s.Deadlock.Core) > pauses.MaxCore {
		return nil, fmt.Errorf("more than %d goroutines", pauses.MaxCore)
	}
	for _, b := range s.Deadlock.Core {
		plan.Core[plan.NCore] = s.g[b.Thread][abs]
		plan.NCore++
	}
	if plan.NSteps == 0 {
		return nil, fmt.Errorf("the order has no place at which a goroutine could be stopped")
	}
	return plan, nil
}

// firesTimer reports whether a goroutine goes on in the order because its timer fired.
func (s *GeneralizedDeadlock) firesTimer() bool {
	return slices.ContainsFunc(s.Deadlock.Order, func(e condvar.Event) bool {
		if e.Skipped {
			return true
		}
		switch e.Stmt.Op {
		case condvar.Recv, condvar.RecvClosed, condvar.Select:
			return s.Program.Objects[e.Stmt.Channels()[0]].Timer
		}
		return false
	})
}

// timed reports whether somebody of the core waits at a channel that a timer may
// bring something to, or close: of package time, or of a context.
func (p *process) timed(q *condvar.Program, d *condvar.Deadlock) bool {
	return slices.ContainsFunc(d.Core, func(b condvar.BlockedThread) bool {
		return slices.ContainsFunc(b.Stmt.Channels(), func(ch int) bool {
			return q.Objects[ch].Timer || strings.HasPrefix(p.objectName(q, ch), "context.")
		})
	})
}

// Index returns the execution index of a thread's goroutine.
func (s *GeneralizedDeadlock) Index(thread int) uint64 { return s.g[thread][trace.AbsIndex] }
