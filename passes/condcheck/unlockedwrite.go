package condcheck

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// unlockedWrite reports a change of a waiter's condition that happens without a
// lock and is followed by a signal, without a lock in between: the waiter may
// have tested and not be waiting yet. (A signal that comes while the lock is
// held, or after it was held, is not lost: by then the waiter waits.)
// Another lock of the same object than that of the Cond is none.
func (m *model) unlockedWrite(s *signal) {
	conditions, node := m.conditions(s), s.cond.Node()
	if len(conditions) == 0 || !withoutLock(m.r, s.f) || m.lockedAt(s.call, node) || m.lockedOutside(s.f, s.cond) {
		return
	}
	for _, w := range m.writesOf(s.f) {
		if !escapes(w.path) || !slices.Contains(conditions, w.class) || m.lockedAt(w.in, node) || !m.reachesUnlocked(w.in, s.call, node) {
			continue
		}
		m.r.Report(lockfacts.Finding{
			Check: checks.CondUnlockedWrite, Pos: w.in.Pos(),
			Message: fmt.Sprintf("%s is what waiters of %s test, and is written without %s: the wake-up can come between their test and Wait",
				lockfacts.ShortClass(w.class), lockfacts.ShortClass(s.cond.Class()), m.guard(s.cond, w)),
			Sides: []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "signal", Class: s.cond.Class(), Site: site(m.r, s.f, s.call)}}}},
		}, []lockgraph.EdgeKey{{Func: s.f.Name, Class: w.class}})
		return
	}
}

// escapes reports whether others than the function see an access path.
func escapes(p syncop.AccessPath) bool { return p.Outer() || p.Root == "G" }

// conditions returns the classes in the conditions of the waiters that a signal wakes.
func (m *model) conditions(s *signal) []string {
	var list []string
	for _, w := range m.waits {
		if node := w.cond.Node(); node != "" && node == s.cond.Node() {
			list = append(list, w.fields()...)
		}
	}
	return list
}

// lockedAt reports whether the function may hold the lock of a Cond at an instruction, or any lock
// where the Cond has no name.
func (m *model) lockedAt(in ssa.Instruction, cond string) bool {
	locked := false
	syncop.Before(in, func(in ssa.Instruction) bool {
		locked = locked || m.takes(in) && !m.takesOther(in, cond)
		return !locked && !m.releases(in)
	})
	return locked
}

// takesOther reports whether an instruction takes a lock that is another field of the object that has the lock of a Cond.
func (m *model) takesOther(in ssa.Instruction, cond string) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	sc, ok := syncop.OpOf(&call.Call)
	if !ok {
		return false
	}
	field, ok := sc.Recv.(*ssa.FieldAddr)
	if !ok {
		return false // a pointer may lead to the lock of the Cond
	}
	node := m.r.Facts.Frame(in.Parent()).AccessPath(field).Node()
	locks := m.r.Facts.OnlyCondLocks(cond)
	return len(locks) > 0 && !slices.ContainsFunc(locks, func(lock string) bool { return lock == node || ownerOf(lock) != ownerOf(node) })
}

// ownerOf is the name of a lock without that of its field.
func ownerOf(node string) string { return node[:max(0, strings.LastIndexByte(node, '.'))] }

// reachesUnlocked reports whether control can go from a to b without the lock of a Cond
// being taken on the way. A deferred b runs at the end.
func (m *model) reachesUnlocked(a ssa.Instruction, b ssa.CallInstruction, cond string) bool {
	if _, deferred := b.(*ssa.Defer); deferred {
		return false
	}
	found := false
	syncop.After(a, func(in ssa.Instruction) bool {
		found = found || in == ssa.Instruction(b)
		return !found && (!m.takes(in) || m.takesOther(in, cond))
	})
	return found
}

// guard names the lock that is missing at a write: that of the Cond, when it is
// known, or else the lock that is held at most other writes of the variable. It is
// for the message only.
func (m *model) guard(cond syncop.AccessPath, at write) string {
	if locks := m.r.Facts.CondLocks(cond.Node()); len(locks) > 0 {
		return lockfacts.ShortClass(locks[0]) + ", the lock of the Cond"
	}
	held, others := map[string]int{}, 0
	for f, list := range m.writes {
		for _, w := range list {
			if w.class != at.class || w.in == at.in || isNew(w) {
				continue
			}
			others++
			if lock := m.lockAt(f, w.in); lock != "" {
				held[lock]++
			}
		}
	}
	best := ""
	for lock, n := range held {
		if best == "" || n > held[best] || n == held[best] && lock < best {
			best = lock
		}
	}
	if best == "" {
		return "the lock"
	}
	return fmt.Sprintf("%s, which is held at %d of %d other writes", lockfacts.ShortClass(best), held[best], others)
}

// lockAt is the class of the lock that was taken last before an instruction.
func (m *model) lockAt(f *lockfacts.Func, in ssa.Instruction) string {
	class := ""
	syncop.Before(in, func(in ssa.Instruction) bool {
		if call, ok := in.(*ssa.Call); ok && class == "" && m.takes(in) {
			if sc, ok := syncop.OpOf(&call.Call); ok {
				class = m.r.Facts.Frame(f.Fn).AccessPath(sc.Recv).Class()
			}
		}
		return class == "" && !m.releases(in)
	})
	return class
}
