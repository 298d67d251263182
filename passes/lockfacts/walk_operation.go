package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func withRecv(t *FuncVal, args []Arg) []Arg {
	if t.Recv == nil {
		return args
	}
	return append([]Arg{*t.Recv}, args...)
}

// operation performs a synchronisation operation.
func (w *walker) operation(s *state, instr ssa.CallInstruction, at ssa.Instruction, sc syncop.SyncCall, obj syncop.AccessPath) []*state {
	site := w.site(instr)
	read := sc.Op == trace.OpRLock || sc.Op == trace.OpRUnlock
	switch sc.Op {
	case trace.OpLock, trace.OpRLock:
		h := HeldLock{Lock: obj, Read: read, Site: site, at: at, signal: w.isSignal(s, obj)}
		if sc.Try {
			if v, ok := instr.(ssa.Value); ok && at == instr.(ssa.Instruction) {
				s.tries = append(slices.Clone(s.tries), try{v, h})
			}
			return []*state{s}
		}
		w.record(s, at, Event{Op: sc.Op, Obj: obj, Read: read, Site: site})
		s.acquire(h)
	case trace.OpUnlock, trace.OpRUnlock:
		u := Released{Lock: w.heldAs(s, obj, at), Read: read}
		if sc.Recv != nil && isRWMutex(sc.Recv.Type()) { // a method value has no receiver here
			w.modes.note(instr, u, site, s.certainly(u))
		}
		w.unlock(s, u, site, w.unlocks[u.Lock.String()] > 1)
	default:
		w.record(s, at, Event{Op: sc.Op, Obj: obj, Site: site})
	}
	return []*state{s}
}

// handFunction does so for a function.
func (w *walker) handFunction(s *state, fv *FuncVal) {
	for _, u := range w.releasedBy(fv, 0) {
		w.drop(s, u.Lock, u.Read)
	}
}

// handOver releases what a function literal releases that is given away: who
// calls it, and when, is not known, so nothing is claimed to be held any more.
func (w *walker) handOver(s *state, args []Arg) {
	for _, a := range args {
		if a.Fn != nil {
			w.handFunction(s, a.Fn)
		}
	}
}
