package predict

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// A RecordedStep is a step of a goroutine that an exploration tells of: the numbers are those of the
// recording.
type RecordedStep struct {
	Seq    uint64 // when it was made
	G      trace.G
	Op     trace.Op
	Stack  trace.StackID
	Object uint64 // an address, 0 for none
}

// A ResolvedStep is a RecordedStep with names.
type ResolvedStep struct {
	Place
	Instance uint64        // of the object, 0 when the recording has none
	Call     string        // the function of package sync, or of the runtime, that Frame has called
	Calls    []trace.Frame // the call stack, innermost first, without the frames inside package sync
	Tried    string        // of a TryLock: the operation that it has become, "trylock", "tryrlock" or "tryfail"; else ""
}

// A ResolvedRun has the names of the steps of a run.
type ResolvedRun struct {
	Steps   []ResolvedStep
	Created map[trace.G]Place // where each goroutine was started that the recording knows
	Panics  []RecordedPanic   // in their order
}

// A RecordedPanic is a panic, recovered or not, or a call of runtime.Goexit. It is no step of a schedule.
type RecordedPanic struct {
	Place
	Seq uint64
	G   trace.G
}

// ResolveSteps names steps of one recorded process, which come in their order. It takes one pass over the recording,
// and memory for it.
func ResolveSteps(dir string, target *record.Target, spots []RecordedStep, from *Executables) (*ResolvedRun, error) {
	t, err := traceOf(dir, target)
	if err != nil {
		return nil, err
	}
	p := newProcess(context.Background(), t, target, from)
	run, tries := &ResolvedRun{Created: map[trace.G]Place{}}, attempts{}
	for _, e := range p.objects.Events {
		tries.add(&e)
		switch e.Op {
		case trace.OpGo:
			run.Created[trace.G(e.Obj)] = Place{Op: "go", Frame: p.named(e.Stack())}
		case trace.OpPanics:
			if !p.passesPanicOn(run.Panics, e) {
				run.Panics = append(run.Panics, RecordedPanic{p.panicPlace(e), e.Seq, e.G})
			}
		}
	}
	at, stacks := p.instancesAt(), map[trace.StackID]ResolvedStep{}
	for i, s := range spots {
		until := ^uint64(0)
		if i+1 < len(spots) {
			until = spots[i+1].Seq
		}
		to, known := stacks[s.Stack]
		if !known {
			to = p.stood(s.Stack)
			stacks[s.Stack] = to
		}
		to.Op = s.Op.String()
		p.nameObject(&to, s, slices.Concat(at[s.Object], p.lockOfOnce(s, at)), until)
		if strings.HasSuffix(to.Call, ".TryLock") || strings.HasSuffix(to.Call, ".TryRLock") {
			to.Tried = tries.of(s)
		}
		run.Steps = append(run.Steps, to)
	}
	return run, nil
}

// passesPanicOn reports whether the standard library panics again with a value recovered from the goroutine, as WaitGroup.Go does.
func (p *process) passesPanicOn(before []RecordedPanic, e trace.Event) bool {
	for _, f := range p.trace.Stacks[e.Stack()] {
		if stdlib.Package(f.Func) != "runtime" {
			return stdlib.Has(f.Func) && slices.ContainsFunc(before, func(o RecordedPanic) bool { return o.G == e.G })
		}
	}
	return false
}

// traceOf reads the recording of a target.
func traceOf(dir string, target *record.Target) (*trace.Trace, error) {
	names, err := record.Traces(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if target.PID != 0 && pidOf(name) != target.PID {
			continue
		}
		t, err := wire.ReadFile(name)
		if err == nil && t.Header[trace.HeaderTag] == target.ID {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%s has no recording of %s; record again", filepath.Base(dir), target.ID)
}

// instancesAt are the instances by their addresses, those of each in the order of their use.
func (p *process) instancesAt() map[uint64][]uint64 {
	at := map[uint64][]uint64{}
	for _, in := range p.objects.Instances {
		at[in.Addr] = append(at[in.Addr], in.ID)
	}
	return at
}

// stood is the place of a spot, from its stack.
func (p *process) stood(id trace.StackID) (to ResolvedStep) {
	if id == 0 {
		return to
	}
	to.Frame, to.Calls = p.named(id), slices.Clone(p.calls(id))
	for i := range to.Calls {
		to.Calls[i].Func = p.names.fn(to.Calls[i].Func)
	}
	if all := p.trace.Stacks[id]; len(all) > len(to.Calls) {
		to.Call = all[len(all)-len(to.Calls)-1].Func
	}
	return to
}

// nameObject names the object of a spot, the operation of which was done before the sequence
// number until.
func (p *process) nameObject(to *ResolvedStep, s RecordedStep, at []uint64, until uint64) {
	for _, id := range at {
		in := p.objects.Instance(id)
		if !canBeOn(s.Op, in.Kind) {
			continue
		}
		if to.Instance == 0 || in.FirstSeq <= until {
			to.Instance = id
		}
	}
	switch {
	case s.Object == 0 && (s.Op == trace.OpSend || s.Op == trace.OpRecv):
		to.Class = NilChannel
	case to.Instance != 0:
		to.Class = p.names.class(p.objects, p.trace, to.Instance)
	case p.names.bin != nil && s.Object != 0:
		if name, _, ok := p.names.bin.Global(s.Object); ok {
			to.Class = p.names.fn(name)
		}
	}
}

// lockOfOnce are the instances of the lock of a Once. The Once itself is recorded when its function has run.
func (p *process) lockOfOnce(s RecordedStep, at map[uint64][]uint64) []uint64 {
	if s.Op != trace.OpOnceDone || s.Object == 0 {
		return nil
	}
	return at[s.Object+offsetOfLock]
}

// offsetOfLock is where sync.Once has its lock, after a word of 32 bits.
const offsetOfLock = 4

// canBeOn reports whether an operation may be on an object of a kind.
func canBeOn(op trace.Op, kind trace.Kind) bool {
	switch info := op.Info(); {
	case info.Locks != 0, op == trace.OpRequest, op == trace.OpRRequest, op == trace.OpTryFail:
		return kind == trace.KindMutex || kind == trace.KindRWMutex
	case op == trace.OpLoad, op == trace.OpRead, op == trace.OpWrote:
		return kind == trace.KindVar
	case op == trace.OpOnceDone:
		return kind == trace.KindOnce || kind == trace.KindMutex
	default:
		return info.Kind == kind
	}
}
