package lockfacts

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// An end is a block that ends the body of a loop with the lock of that access path held.
type end struct {
	block, header *ssa.BasicBlock
	path          string
}

// endOfBody notes what a loop body has acquired and still holds at its end.
func (w *walker) endOfBody(from, header *ssa.BasicBlock, s *state) {
	if s.blind {
		return
	}
	for _, h := range s.held {
		if h.at != nil && h.Lock.Known() && header.Dominates(h.at.Block()) && syncop.Reaches(h.at.Block(), header) {
			w.ends[end{from, header, h.Lock.String()}] = h
		}
	}
}

// begin notes what is held where a loop begins for the first time: its body may
// acquire that again for the next turn.
func (w *walker) begin(header *ssa.BasicBlock, s *state) {
	for _, h := range s.held {
		w.begins[end{header: header, path: h.Lock.String()}] = true
	}
}

// releases notes that the function releases a lock that it holds.
func (w *walker) releases(p syncop.AccessPath) {
	path := p.String()
	w.info.Released[path] = true
	w.nodes[p.Node()] = addNode(w.nodes[p.Node()], path)
}

// laps returns the ends of loop bodies that forget to release what other paths
// release: the next turn locks it again. A lock of an object that is another one
// in each turn may be released later: then the function keeps the object, or
// releases locks of that class in other places as well.
func (w *walker) laps() []HeldAtLoopEnd {
	if w.short {
		return nil
	}
	var list []HeldAtLoopEnd
	for e, h := range w.ends {
		others := len(w.nodes[h.Lock.Node()]) > 1
		later := !w.lockedAgain(h)
		if w.repeats(h.Lock, e.header) {
			later = others || w.escapes(h.Lock, e.header)
		}
		if !w.info.Released[e.path] || later || w.begins[end{header: e.header, path: e.path}] {
			continue
		}
		list = append(list, HeldAtLoopEnd{w.endOf(e.block), h})
	}
	slices.SortFunc(list, func(a, b HeldAtLoopEnd) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Held.Lock.String(), b.Held.Lock.String()))
	})
	return list
}

// lockedAgain reports whether the instruction that locks it was reached with the
// lock held.
func (w *walker) lockedAgain(h HeldLock) bool {
	return slices.ContainsFunc(w.info.RepeatedLocks, func(d RepeatedLock) bool {
		return d.Held.Site == h.Site && d.Event.Site == h.Site && d.Event.Obj.Same(h.Lock)
	})
}

// escapes reports whether the object that a lock is in, found by the body of a loop,
// goes anywhere but to calls.
func (w *walker) escapes(lock syncop.AccessPath, header *ssa.BasicBlock) bool {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || v.Referrers() == nil || !header.Dominates(b) {
				continue
			}
			p := w.frame.AccessPath(v)
			if p.Root == lock.Root && p.Path != lock.Path && strings.HasPrefix(lock.Path, p.Path) && w.repeats(p, header) && slices.ContainsFunc(*v.Referrers(), escapesBy) {
				return true
			}
		}
	}
	return false
}

// escapesBy reports whether an instruction does more with an object than use it.
func escapesBy(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr, *ssa.Call, *ssa.Defer, *ssa.DebugRef, *ssa.BinOp, *ssa.Field:
		return false
	case *ssa.UnOp:
		return in.Op != token.MUL
	}
	return true
}

// endOf returns the position of the continue statement that a block ends with, or
// the last one before.
func (w *walker) endOf(b *ssa.BasicBlock) token.Pos {
	var last token.Pos
	for last == token.NoPos && b != nil {
		for _, in := range b.Instrs {
			last = max(last, in.Pos())
		}
		if len(b.Preds) != 1 {
			break
		}
		b = b.Preds[0]
	}
	found := token.NoPos
	ast.Inspect(w.fn.Syntax(), func(n ast.Node) bool {
		if br, ok := n.(*ast.BranchStmt); ok && br.Tok == token.CONTINUE && br.Pos() > last && (found == token.NoPos || br.Pos() < found) {
			found = br.Pos()
		}
		return true
	})
	if found.IsValid() {
		return found
	}
	return last
}

// repeats reports whether the access path depends on a value that the loop with that
// header computes anew.
func (w *walker) repeats(p syncop.AccessPath, header *ssa.BasicBlock) bool {
	if p.Root == "" || p.Root[0] != 'L' && !strings.Contains(p.Path, "[t") {
		return false
	}
	for _, b := range w.fn.Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && v.Name() != "" && p.Uses(v.Name()) {
				return true
			}
		}
	}
	return false
}

// unlock releases a lock and remembers what later checks want to know, also that this path has released it where another
// instruction may do so again.
func (w *walker) unlock(s *state, u Released, site Site, again bool) {
	obj := u.Lock
	i := s.find(obj, u.Read)
	if i >= 0 {
		path := s.held[i].Lock.String()
		w.releases(s.held[i].Lock)
		if origin := s.held[i].Via; len(origin) > 0 {
			for _, v := range origin[1:] {
				w.info.UnlockedFor = append(w.info.UnlockedFor, v.Func)
			}
			w.info.UnlockedFor = append(w.info.UnlockedFor, s.held[i].Site.Func)
		}
		if again && !slices.Contains(s.done, path) {
			s.done = append(slices.Clone(s.done), path)
			slices.Sort(s.done)
		}
	} else if !u.Once && obj.Known() && !s.blind && slices.Contains(s.done, obj.String()) {
		w.info.UnlocksOfUnlocked = append(w.info.UnlocksOfUnlocked, UnlockOfUnlocked{Lock: obj, Read: u.Read, Site: site})
	}
	s.release(u)
}
