package predict

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// How much of a goroutine's recorded run is told: so many steps that came
// before the request of the candidate, and so many after it.
const (
	momentsBefore = 250
	momentsAfter  = 50
)

// A CandidateStep is one step that a goroutine of a candidate took in the recorded
// run.
type CandidateStep struct {
	Place
	Edge  int           // of the candidate: whose goroutine it is
	Seq   uint64        // its place in the order of the process
	Lock  uint64        // the instance, 0 when the step is about none
	Calls []trace.Frame // the call stack, innermost first, without the frames inside package sync
}

// A Timeline has the steps of one candidate in the order in which they happened, by
// process when there are several.
type Timeline struct {
	Steps   []CandidateStep
	Omitted int // steps of these goroutines that are not in List
}

// Timelines reads the recordings in dir again and returns what the goroutines of
// the candidates did around them. A recording that can no longer be read is an
// error; a candidate that names none has no moments. It takes one pass over each
// recording that is named, and memory for one at a time.
func Timelines(dir string, candidates []*Candidate, from *Executables) (map[*Candidate]*Timeline, error) {
	targets, err := record.Targets(dir)
	if err != nil {
		return nil, err
	}
	out := map[*Candidate]*Timeline{}
	for _, file := range recordingsOf(candidates) {
		t, err := wire.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return nil, fmt.Errorf("the recording cannot be read again: %w", err)
		}
		p := newProcess(context.Background(), t, targets[t.Header[trace.HeaderTag]], from)
		for _, c := range candidates {
			p.retell(file, c, out)
		}
	}
	return out, nil
}

// recordingsOf names the recordings that the candidates are from.
func recordingsOf(candidates []*Candidate) (names []string) {
	for _, c := range candidates {
		for _, e := range c.Edges {
			if e.file != "" && !slices.Contains(names, e.file) {
				names = append(names, e.file)
			}
		}
	}
	return names
}

// retell adds the moments of the candidate's goroutines in this process.
func (p *process) retell(file string, c *Candidate, out map[*Candidate]*Timeline) {
	var list []CandidateStep
	m := out[c]
	for i, e := range c.Edges {
		if e.file != file || slices.ContainsFunc(c.Edges[:i], func(o Edge) bool { return o.file == file && o.G == e.G }) {
			continue // a goroutine that is there twice is told once
		}
		if m == nil {
			m = &Timeline{}
			out[c] = m
		}
		steps, omitted := p.around(e)
		m.Omitted += omitted
		for _, at := range steps {
			list = append(list, p.moment(i, e, at))
		}
	}
	slices.SortStableFunc(list, func(a, b CandidateStep) int { return cmp.Compare(a.Seq, b.Seq) })
	if m != nil {
		m.Steps = append(m.Steps, list...)
	}
}

// around chooses the steps that are told of an edge's goroutine, as indices
// into the events, and counts the others.
func (p *process) around(e Edge) (steps []int, omitted int) {
	own := p.steps(e)
	request, _ := slices.BinarySearchFunc(own, e.Seq/seqStep, func(i int, seq uint64) int {
		return cmp.Compare(p.objects.Events[i].Seq, seq)
	})
	from, to := max(0, request-momentsBefore), min(len(own), request+1+momentsAfter)
	steps = append(p.essential(e, own[:from]), own[from:to]...)
	return steps, len(own) - len(steps)
}

// steps are all events that tell something about the edge's goroutine: where it
// was created, and its operations.
func (p *process) steps(e Edge) (own []int) {
	for i, ev := range p.objects.Events {
		created := ev.Op == trace.OpGo && trace.G(ev.Obj) == e.G
		if created || ev.G == e.G && isInTimeline(ev.Op) {
			own = append(own, i)
		}
	}
	return own
}

// isInTimeline reports whether a timeline shows an operation: an effect of goroutines
// on each other, not the way in which the recorder learned about it.
func isInTimeline(op trace.Op) bool {
	switch op {
	case trace.OpGo, trace.OpExit, trace.OpTryFail, trace.OpPanic:
		return true
	}
	info := op.Info()
	switch info.Kind {
	case trace.KindCond, trace.KindWaitGroup, trace.KindOnce, trace.KindChan:
		return op != trace.OpMakeChan
	}
	return info.Locks != 0 || op == trace.OpRequest || op == trace.OpRRequest || op == trace.OpSelect
}

// essential are the early steps without which the edge cannot be understood:
// the goroutine's creation, and the last acquire of each lock that it holds.
func (p *process) essential(e Edge, early []int) (steps []int) {
	seen := map[uint64]bool{}
	for _, i := range slices.Backward(early) {
		ev := p.objects.Events[i]
		if ev.Op == trace.OpGo && trace.G(ev.Obj) == e.G {
			steps = append(steps, i)
			continue
		}
		if ev.Op.Info().Locks == 0 || seen[ev.Obj] {
			continue
		}
		seen[ev.Obj] = true
		if ev.Op.Info().Locks > 0 && slices.ContainsFunc(e.Held, func(h lockgraph.HeldLock) bool { return h.Lock == ev.Obj }) {
			steps = append(steps, i)
		}
	}
	slices.Reverse(steps)
	return steps
}

// moment words event number at, which is about the goroutine of edge i.
func (p *process) moment(i int, e Edge, at int) CandidateStep {
	ev := p.objects.Events[at]
	m := CandidateStep{Edge: i, Seq: ev.Seq, Place: Place{Op: ev.Op.String()}}
	if ev.Op == trace.OpGo && trace.G(ev.Obj) != e.G {
		m.Op = "starts" // another goroutine; its own creation is "go"
	}
	if p.isObject(ev) {
		m.Lock, m.Class = ev.Obj, p.names.class(p.objects, p.trace, ev.Obj)
	}
	if s := ev.Stack(); s != 0 {
		m.Frame, m.Calls = p.named(s), slices.Clone(p.calls(s))
		for k := range m.Calls {
			m.Calls[k].Func = p.names.fn(m.Calls[k].Func)
		}
	}
	return m
}

// isObject reports whether the event's Obj is an instance that has a class.
func (p *process) isObject(ev trace.Event) bool {
	return objects.IsInstance(ev.Op) && ev.Obj != 0 && ev.Obj <= uint64(len(p.objects.Instances)) && p.objects.Instance(ev.Obj).Kind != trace.KindNone
}

// calls is a call stack from its site outwards.
func (p *process) calls(s trace.StackID) []trace.Frame {
	frames := p.trace.Stacks[s]
	for i, f := range frames {
		if !passesOn(f) {
			return frames[i:]
		}
	}
	return frames
}

// LockOrder is how often the runs took a lock of one class while they held one of
// another, by these two classes.
type LockOrder map[[2]string]int

// order adds the lock order of a process until its context ends. A cut is noted, since counts are missing then.
func (p *process) order(o LockOrder) {
	deps := p.relation.Dependencies()
	for i, d := range deps {
		if p.ctx.Err() != nil {
			p.cuts = append(p.cuts, fmt.Sprintf("counting the order of locks (%d of %d lock dependencies)", i, len(deps)))
			return
		}
		for _, h := range d.Held {
			o[[2]string{p.info.Class(h.Lock), p.info.Class(d.Lock)}] += d.Count
		}
	}
}
