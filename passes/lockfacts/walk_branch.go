package lockfacts

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// branch follows the outcomes of a test that are possible in a state, which it makes use of.
func (w *walker) branch(b *ssa.BasicBlock, s *state, in *ssa.If) {
	c, neg, ok := w.cond(in.Cond)
	if begins, is := w.beginsAtAll(in.Cond, s); is {
		c, neg, ok = begins, true, true
	}
	never := w.constant(in.Cond)
	for i, succ := range b.Succs {
		truth := i == 0
		if never == strconv.FormatBool(!truth) || !truth && w.pkg.isExhausted(in) {
			continue
		}
		n := s
		if i+1 < len(b.Succs) {
			n = s.clone()
		}
		if !w.resolveTry(n, in.Cond, truth) {
			continue
		}
		if ok {
			d := c
			d.Val = truth != neg
			if val, known := n.know(d); known && val != d.Val {
				if !w.asksAgain[b] {
					continue
				}
				n.forget(d.Path)
			}
			if w.worthKnowing(d) {
				n.set(d)
			}
			if cell := w.cellTested(in.Cond); cell != "" {
				n.forget(cell)
				n.set(Condition{CondNil, cell, "", d.Val})
			}
			n.refuse(w.refuses(d))
		}
		w.askFlag(n, in.Cond, truth)
		w.drain(b, succ, n)
		w.follow(b, succ, n)
	}
}

// resolveTry turns a TryLock whose result is tested into a held lock or nothing. It reports false where that cannot be, since the lock is held.
func (w *walker) resolveTry(s *state, v ssa.Value, truth bool) bool {
	for {
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.NOT {
			v, truth = u.X, !truth
			continue
		}
		break
	}
	for i, t := range s.tries {
		if t.result == v {
			s.tries = slices.Delete(slices.Clone(s.tries), i, i+1)
			if truth && s.excludes(t.lock.Lock, t.lock.Read) {
				return false
			}
			if truth {
				s.acquire(t.lock)
			}
			return true
		}
	}
	return true
}

// follow goes along an edge: phis take their values, and the values of an earlier turn
// become old. The state is not shared.
func (w *walker) follow(from, to *ssa.BasicBlock, n *state) {
	before := state{conds: n.conds}
	if to.Dominates(from) {
		w.endOfBody(from, to, n)
		w.nextIteration(from, to, n)
	} else {
		w.begin(to, n)
	}
	pred := slices.Index(to.Preds, from)
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		w.assign(n, phi, phi.Edges[pred], &before)
	}
	w.enter(to, n)
}

// assign gives a phi what is known about one of its edges.
func (w *walker) assign(s *state, phi *ssa.Phi, v ssa.Value, before *state) {
	path := w.name(phi)
	s.forget(path)
	if k, ok := v.(*ssa.Const); ok {
		switch {
		case k.IsNil():
			s.set(Condition{CondNil, path, "", true})
		case isBool(k.Type()) && k.Value != nil:
			s.set(Condition{CondTrue, path, "", k.Value.String() == "true"})
		default:
			w.equals(s, Condition{CondEqual, path, syncop.ConstName(k), true})
		}
		return
	}
	if counts(phi, v) {
		for _, e := range phi.Edges {
			if k, ok := e.(*ssa.Const); ok {
				w.equals(s, Condition{CondEqual, path, syncop.ConstName(k), false})
			}
		}
	}
	if c := w.constant(v); c == "nonnil" || isFound(phi, v) {
		s.set(Condition{CondNil, path, "", false})
	}
	w.copied(s, path, v, before)
	for i, t := range s.tries {
		if t.result == v {
			s.tries = slices.Clone(s.tries)
			s.tries[i].result = phi
		}
	}
}

// copied gives an access path what is known of the value that it gets.
func (w *walker) copied(s *state, path string, v ssa.Value, before *state) {
	if val, ok := before.know(Condition{Kind: CondNil, Path: w.name(v)}); ok {
		s.set(Condition{CondNil, path, "", val})
	}
	if val, ok := w.truth(before, v); ok && isBool(v.Type()) {
		s.set(Condition{CondTrue, path, "", val})
	}
}

// isFound reports whether a value is an element or field that a variable is given which is nil otherwise: who
// looks for one and leaves nil where there is none asks by that whether it was found.
func isFound(phi *ssa.Phi, v ssa.Value) bool {
	return isElement(v) && slices.ContainsFunc(phi.Edges, syncop.IsNil)
}

// equals makes known whether a variable has a value that a branch asks for.
func (w *walker) equals(s *state, c Condition) {
	subject := c
	subject.Val = false
	if w.uses[subject] > 0 {
		s.set(c)
	}
}

// nextIteration renames what is held at the end of a loop body: a lock of the
// value that becomes the loop variable keeps its name, any other lock of this
// iteration becomes some lock of its class.
func (w *walker) nextIteration(from, header *ssa.BasicBlock, s *state) {
	pred := slices.Index(header.Preds, from)
	rename := func(p syncop.AccessPath) syncop.AccessPath {
		for _, in := range header.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			v := w.frame.AccessPath(phi.Edges[pred])
			self := w.frame.AccessPath(phi)
			if v.Known() && v.Root == p.Root && strings.HasPrefix(p.Path, v.Path) && v != self {
				p.Root, p.Path = self.Root, self.Path+p.Path[len(v.Path):]
				return p
			}
		}
		if w.repeats(p, header) {
			return p.Forget()
		}
		return p
	}
	s.held, s.released = slices.Clone(s.held), slices.Clone(s.released) // events have them, too
	for i := range s.held {
		s.held[i].Lock = rename(s.held[i].Lock)
	}
	for i := range s.released {
		s.released[i].Lock = rename(s.released[i].Lock)
	}
	s.conds = dropped(s.conds, func(c Condition) bool {
		return !c.outer() && c.Path[0] != 'G' && !w.isCell(c.Path) && !w.isSameType(c, header) && !w.isFromBefore(c, header)
	})
	s.done = nil
}

// isFromBefore reports whether a condition is about a value that was computed before the loop.
func (w *walker) isFromBefore(c Condition, header *ssa.BasicBlock) bool {
	root, path := splitPath(c.Path)
	return path == "" && root[0] == 'L' && !w.computedIn(header)[root[1:]]
}

// computedIn is the registers that the blocks compute which a loop's header dominates.
func (w *walker) computedIn(header *ssa.BasicBlock) map[string]bool {
	if known, ok := w.computes[header]; ok {
		return known
	}
	all := map[string]bool{}
	for _, b := range w.fn.Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				all[v.Name()] = true
			}
		}
	}
	if w.computes == nil {
		w.computes = map[*ssa.BasicBlock]map[string]bool{}
	}
	w.computes[header] = all
	return all
}

// isSameType reports whether a condition is about the type of something that the loop
// does not compute anew.
func (w *walker) isSameType(c Condition, header *ssa.BasicBlock) bool {
	root, path := splitPath(c.Path)
	return c.Kind == CondIs && !w.repeats(syncop.AccessPath{Root: root, Path: path}, header)
}

// isCell reports whether a condition is about a variable, which keeps its value.
func (w *walker) isCell(path string) bool { return strings.HasSuffix(path, "->") }

// enter schedules a block for a state that has not been there yet.
func (w *walker) enter(b *ssa.BasicBlock, s *state) {
	if w.sweeping {
		return
	}
	seen := w.seen[b.Index]
	if len(seen) >= maxStates {
		w.info.Imprecise = true
		// Conditions that callers can decide are part of the summary.
		s.conds, s.blind = outerConds(s.conds, w), true
	}
	w.stateKey = s.appendKey(w.stateKey[:0])
	if len(seen) >= 2*maxStates || slices.ContainsFunc(seen, func(k string) bool { return k == string(w.stateKey) }) {
		return
	}
	w.seen[b.Index] = append(seen, string(w.stateKey))
	w.work = append(w.work, visit{b, s})
}
