package mhp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// instanceGate proves a pair by a lock that guards the other fields of its object.
//
// Goroutine b waits for a lock y of an object, with the gate of that object held.
// Goroutine a holds y. When a took y it held the gate of the same object, and it
// keeps that gate until it has released y. So a holds the gate that b holds. Where a waits
// does not matter, nor where else it has been.
func (p *Program) instanceGate(c pair) (*Proof, *Refusal) {
	want, ok := acquisitionOf(c.b)
	if !c.neighbours || !ok || want.op.Try || len(c.holdsA) == 0 {
		return nil, nil
	}
	y, ok := p.pathOf(want.op.Recv)
	if !ok || y.path == "" {
		return nil, nil
	}
	var best *Refusal
	for _, g := range acquisitions(c.b.Parent()) {
		gate, ok := p.pathOf(g.op.Recv)
		if !ok || gate.root != y.root || gate.deref != y.deref || gate.path == y.path || gate.path == "" || gate.path == p.wantedPath(c.a).path {
			continue
		}
		u := p.useOf(gate.key)
		if u.why != 0 {
			best = &Refusal{Kind: Gate, Why: u.why, Func: gate.key.String(), At: u.at, weight: 2}
			continue
		}
		b := p.held(u, c.b, gate)
		if !b.ok {
			best = &Refusal{Kind: Gate, Why: GateNotHeld, Func: gate.key.String(), At: p.at(c.b), weight: 1}
			continue
		}
		a, ok := p.enclosing(u, c.holdsA, y, gate)
		if !ok || a.isReaders(u) && b.isReaders(u) {
			best = &Refusal{Kind: Gate, Why: GateInstance, Func: gate.key.String(), At: p.at(g.call), weight: 3}
			continue
		}
		return p.gateProof(gate.key, a, b), nil
	}
	return nil, best
}

// enclosing reports how the gate of an object is held whenever one of its locks is
// held that was taken at one of some places. A place that takes a lock that cannot
// be y does not count.
func (p *Program) enclosing(u *lockUse, holds []ssa.Instruction, y, gate accessPath) (all holding, ok bool) {
	root := originType(y)
	for _, in := range holds {
		h, isLock := acquisitionOf(in)
		if !isLock {
			return all, false
		}
		own, ok := p.pathOf(h.op.Recv)
		if !ok || own.path == "" || !types.Identical(originType(own), root) {
			return all, false
		}
		if own.path != y.path {
			continue // another field of this type
		}
		outer := own
		outer.path, outer.key = gate.path, gate.key
		held := p.heldBefore(u, in, outer)
		if !held.ok || held.entry || h.op.Op != trace.OpLock || h.op.Try || !p.releasedFirst(u, h.call, own, outer) {
			return all, false
		}
		all.by = append(all.by, held.by...)
	}
	return all, len(all.by) > 0
}

// originType is the type of the object that an access path is in.
func originType(pl accessPath) types.Type {
	t := syncop.Elem(pl.root.Type())
	if pl.deref {
		t = syncop.Elem(t)
	}
	return t
}

// releasedFirst reports whether a lock is released before its gate is, on every
// path, with panics too.
func (p *Program) releasedFirst(u *lockUse, taken *ssa.Call, own, gate accessPath) bool {
	releasesOwn := func(in ssa.Instruction) bool { _, ok := in.(*ssa.Call); return ok && p.releases(in, own) }
	for in, op := range u.ops {
		if in.Parent() != taken.Parent() || op.Op != trace.OpUnlock && op.Op != trace.OpRUnlock {
			continue
		}
		if d, ok := in.(*ssa.Defer); ok {
			if !syncop.Dominates(d, taken) || !p.deferredAtOnce(taken, own) {
				return false
			}
		} else if comesWithout(taken, in, releasesOwn) {
			return false
		}
	}
	return true
}

// releases reports whether an instruction is an Unlock of an access path, or defers it.
func (p *Program) releases(in ssa.Instruction, pl accessPath) bool {
	site, ok := in.(ssa.CallInstruction)
	if !ok || kindOf(site) == byGo {
		return false
	}
	op, ok := syncop.OpOf(site.Common())
	if !ok || op.Op != trace.OpUnlock || site.Common().IsInvoke() {
		return false
	}
	own, ok := p.pathOf(op.Recv)
	return ok && own == pl
}

// deferredAtOnce reports whether the statement after an acquisition defers the
// release: nothing between can panic.
func (p *Program) deferredAtOnce(taken *ssa.Call, own accessPath) bool {
	for _, in := range taken.Block().Instrs[index(taken)+1:] {
		switch in := in.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.UnOp:
			if !readsVariable(in) {
				return false
			}
		case *ssa.Defer:
			return p.releases(in, own)
		default:
			return false
		}
	}
	return false
}

// readsVariable reports whether an instruction loads a variable, which never panics.
func readsVariable(load *ssa.UnOp) bool {
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
		return load.Op == token.MUL
	}
	return false
}
