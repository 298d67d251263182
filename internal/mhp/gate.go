package mhp

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// gate looks for a lock that is held at both operations of a pair.
func (p *Program) gate(c pair) (*Proof, *Refusal) {
	best := &Refusal{Kind: Gate, Why: NoGate}
	worse := func(why Reason, k key, at token.Position, weight int) {
		if weight > best.weight {
			best = &Refusal{Kind: Gate, Why: why, Func: k.String(), At: at, weight: weight}
		}
	}
	for _, pl := range p.commonLocks(c) {
		u := p.useOf(pl.key)
		if u.why != 0 {
			worse(u.why, pl.key, u.at, 2)
			continue
		}
		a, b := p.held(u, c.a, pl), p.held(u, c.b, pl)
		switch {
		case !a.ok:
			worse(GateNotHeld, pl.key, p.at(c.a), 1)
		case !b.ok:
			worse(GateNotHeld, pl.key, p.at(c.b), 1)
		case a.isReaders(u) && b.isReaders(u):
			worse(GateReaders, pl.key, p.at(a.by[0]), 3)
		default:
			return p.gateProof(pl.key, a, b), nil
		}
	}
	for _, c := range []pair{c, c.swapped()} {
		proof, r := p.instanceGate(c)
		if proof != nil {
			return proof, nil
		}
		if r != nil && r.weight > best.weight {
			best = r
		}
	}
	return nil, best
}

// gateProof words a proof by a lock that was taken in two ways.
func (p *Program) gateProof(k key, a, b holding) *Proof {
	proof := &Proof{Kind: Gate}
	seen := map[string]bool{}
	for _, in := range slices.Concat(a.by, b.by) {
		if at := p.at(in); !seen[short(at)] {
			seen[short(at)] = true
			proof.At = append(proof.At, at)
		}
	}
	proof.Why = fmt.Sprintf("both happen with %s locked", k)
	return proof
}

// commonLocks returns the locks that there is one of in the process, and that are
// taken on the ways to both operations.
func (p *Program) commonLocks(c pair) []accessPath {
	taken := map[accessPath]bool{}
	wanted := []accessPath{p.wantedPath(c.a), p.wantedPath(c.b)}
	for _, pl := range p.locksAbove(c.a) {
		taken[pl] = true
	}
	var common []accessPath
	for _, pl := range p.locksAbove(c.b) {
		if taken[pl] && !slices.Contains(wanted, pl) {
			taken[pl] = false
			common = append(common, pl)
		}
	}
	return common
}

// wantedPath is the lock that an operation waits for, or none.
func (p *Program) wantedPath(in ssa.Instruction) accessPath {
	if a, ok := acquisitionOf(in); ok {
		if pl, ok := p.pathOf(a.op.Recv); ok {
			return pl
		}
	}
	return accessPath{}
}

// locksAbove returns the unique locks that are taken in a function and its
// ancestors, also by TryLock: that no proof comes of these, their use says.
func (p *Program) locksAbove(in ssa.Instruction) []accessPath {
	var list []accessPath
	for _, fn := range p.ancestors(in.Parent()) {
		for _, call := range acquisitions(fn) {
			pl, ok := p.pathOf(call.op.Recv)
			if _, is := p.unique(pl); ok && is && pl.key != (key{}) {
				list = append(list, pl)
			}
		}
	}
	return list
}

// An acquisition is a call that locks, or tries to.
type acquisition struct {
	call *ssa.Call
	op   syncop.SyncCall
}

// acquisitions returns the calls of a function that lock.
func acquisitions(fn *ssa.Function) []acquisition {
	var list []acquisition
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if a, ok := acquisitionOf(in); ok {
				list = append(list, a)
			}
		}
	}
	return list
}

func acquisitionOf(in ssa.Instruction) (acquisition, bool) {
	call, ok := in.(*ssa.Call)
	if !ok || call.Call.IsInvoke() {
		return acquisition{}, false
	}
	op, ok := syncop.OpOf(&call.Call)
	if !ok || op.Op != trace.OpLock && op.Op != trace.OpRLock {
		return acquisition{}, false
	}
	return acquisition{call, op}, true
}
