package mhp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A holding is how a lock comes to be held at an instruction.
type holding struct {
	ok    bool              // it is held on every path
	entry bool              // on some path it must be held when the function is entered
	by    []ssa.Instruction // the acquisitions
}

// isReaders reports whether an acquisition is that of a reader.
func (h holding) isReaders(u *lockUse) bool {
	for _, in := range h.by {
		if u.ops[in].Op == trace.OpRLock {
			return true
		}
	}
	return false
}

// heldBefore looks back from an instruction, on all paths, for acquisitions of a
// lock with no release of a lock of the same key between. Calls between do not
// matter: releases elsewhere belong to acquisitions elsewhere ([Program.balanced]).
func (p *Program) heldBefore(u *lockUse, from ssa.Instruction, pl accessPath) holding {
	h := holding{ok: true}
	seen := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	back := func(b *ssa.BasicBlock, list []ssa.Instruction) {
		for i := len(list) - 1; i >= 0; i-- {
			if _, ok := list[i].(*ssa.RunDefers); ok {
				h.ok = false // deferred releases have run
				return
			}
			switch p.event(u, list[i], pl) {
			case acquired:
				h.by = append(h.by, list[i])
				return
			case released:
				h.ok = false
				return
			}
		}
		h.entry = h.entry || len(b.Preds) == 0
		h.ok = h.ok && (len(b.Preds) > 0 || b.Index == 0)
		work = append(work, b.Preds...)
	}
	back(from.Block(), from.Block().Instrs[:index(from)])
	for len(work) > 0 && h.ok {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[b] {
			seen[b] = true
			back(b, b.Instrs)
		}
	}
	return h
}

// An event is the effect of an instruction on the lock of the search.
type event uint8

const (
	nothing event = iota
	acquired
	released
)

func (p *Program) event(u *lockUse, in ssa.Instruction, pl accessPath) event {
	op, ok := u.ops[in]
	if _, deferred := in.(*ssa.Defer); !ok || deferred {
		return nothing
	}
	switch op.Op {
	case trace.OpUnlock, trace.OpRUnlock:
		return released // of this lock or of another one
	}
	if own, ok := p.pathOf(op.Recv); ok && own == pl && !op.Try {
		return acquired
	}
	return nothing
}

// held is heldBefore that goes on to the callers where a path comes from the entry
// of the function. All of them must be known, and call at once.
func (p *Program) held(u *lockUse, from ssa.Instruction, pl accessPath) holding {
	return p.heldIn(u, from, pl, &asking{fns: map[*ssa.Function]bool{}})
}

// asking is the functions whose callers are being asked, and how many were.
type asking struct {
	fns   map[*ssa.Function]bool
	calls int
}

func (p *Program) heldIn(u *lockUse, from ssa.Instruction, pl accessPath, ask *asking) holding {
	h := p.heldBefore(u, from, pl)
	if !h.ok || !h.entry {
		return h
	}
	fn := from.Parent()
	h.ok = false
	if ask.fns[fn] || len(ask.fns) > maxDepth || p.isEntry(fn) != nil || len(p.callers[fn]) == 0 {
		return h
	}
	ask.fns[fn] = true
	defer delete(ask.fns, fn)
	for _, e := range p.callers[fn] {
		ask.calls++
		outer, ok := p.through(pl, e)
		ok = ok && ask.calls < maxAncestors
		if call, isCall := e.site.(*ssa.Call); !ok || !isCall || e.kind != byCall {
			return h
		} else if of := p.heldIn(u, call, outer, ask); !of.ok {
			return h
		} else {
			h.by = append(h.by, of.by...)
		}
	}
	h.ok = true
	return h
}
