package search

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A hold is a lock that the path has acquired, or released.
type hold struct {
	variable
	read bool
	pos  token.Pos
}

// sync executes an operation of package sync.
func (p *path) sync(op syncop.SyncCall, recv value, pos token.Pos, results types.Type) value {
	read := op.Op == trace.OpRLock || op.Op == trace.OpRUnlock
	switch op.Op {
	case trace.OpLock, trace.OpRLock:
		if op.Try && p.choose(2) == 0 {
			return value{term: p.pool.Truth(false)}
		}
		p.lock(hold{target(recv), read, pos})
		if op.Try {
			return value{term: p.pool.Truth(true)}
		}
	case trace.OpUnlock, trace.OpRUnlock:
		p.unlock(hold{target(recv), read, pos})
	default:
		p.now.acquired++
	}
	return p.fresh(results, "result")
}

// lock acquires a lock.
func (p *path) lock(l hold) {
	for i, h := range p.held {
		goal := p.Kind == Repeated && p.sameLine(h.pos, p.Held) && p.sameLine(l.pos, p.At)
		if h.read && l.read && !goal || !p.isLock(h.variable, l.variable) {
			continue
		}
		if goal {
			panic(reached)
		}
		// It waits for itself, until another goroutine unlocks.
		p.held = append(p.held[:i:i], p.held[i+1:]...)
		break
	}
	p.freedAgain(l)
	p.held = append(p.held, l)
	p.now.acquired++
}

// freedAgain forgets that a lock was unlocked.
func (p *path) freedAgain(l hold) {
	for i := len(p.freed) - 1; i >= 0; i-- {
		if p.isLock(p.freed[i].variable, l.variable) {
			p.freed = append(p.freed[:i:i], p.freed[i+1:]...)
			return
		}
	}
}

func (p *path) unlock(l hold) {
	for i := len(p.held) - 1; i >= 0; i-- {
		if h := p.held[i]; h.read == l.read && p.isLock(h.variable, l.variable) {
			p.held = append(p.held[:i:i], p.held[i+1:]...)
			p.freed = append(p.freed, l)
			return
		}
	}
	if p.Kind != Repeated && (p.Kind != Unlocked || p.isAt(l.pos)) {
		p.freeTwice(l)
	}
	p.freed = append(p.freed, l)
}

// freeTwice looks whether a lock that is unlocked was unlocked before. The program dies of it, so the path ends.
func (p *path) freeTwice(l hold) {
	for _, h := range p.freed {
		switch {
		case !p.isLock(h.variable, l.variable):
		case p.Kind == Unlocked:
			panic(reached)
		default:
			if pos := p.stack[0].at; !p.guessed && !p.twice.IsValid() {
				p.twice = cmp.Or(pos, l.pos)
			}
			panic(over)
		}
	}
}

// isAt reports whether an operation is the second one of the question, itself or within a call there.
func (p *path) isAt(pos token.Pos) bool {
	return p.sameLine(pos, p.At) || slices.ContainsFunc(p.stack, func(f *frame) bool { return p.sameLine(f.at, p.At) })
}

// isLock decides whether two places are one lock. Of places with different fields nobody knows: one may be a pointer to the other.
func (p *path) isLock(x, y variable) bool {
	switch {
	case x.path == y.path:
		return p.same(x.obj, y.obj)
	case x.path != "" && y.path != "" && x.field != y.field:
		return false
	case p.made[x.obj] && p.made[y.obj]:
		return false
	}
	p.guessed = true
	return p.choose(2) == 1
}

// holds reports whether a lock is held that was acquired at a place.
func (p *path) holds(pos token.Pos) bool {
	for _, h := range p.held {
		if p.sameLine(h.pos, pos) {
			return true
		}
	}
	return false
}
