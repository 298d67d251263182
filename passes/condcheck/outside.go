package condcheck

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Who calls a function that waits may have to lock the object first:
//
//	func (s *State) Lock()   { s.mu.Lock() }
//	func (s *State) Wait()   { s.cond.Wait() } // with s locked
//
// That is for other packages to do when none of the callers are here.

// lockedOutside reports whether a function that uses a Cond is called by other packages alone, as far as is known, and these can
// take the lock of its object.
func (m *model) lockedOutside(f *lockfacts.Func, cond syncop.AccessPath) bool {
	if len(m.r.Facts.Calls(f)) > 0 || m.r.Facts.Started(f) || !cond.Outer() || typeName(f) == "" {
		return false
	}
	locks := slices.DeleteFunc(m.r.Facts.CondLocks(cond.Node()), func(lock string) bool { return lock == condsLock })
	exported := func(lock string) bool { return token.IsExported(lock[strings.LastIndexByte(lock, '.')+1:]) }
	return slices.ContainsFunc(locks, exported) || slices.ContainsFunc(m.r.Facts.Funcs, func(g *lockfacts.Func) bool {
		return token.IsExported(g.Fn.Name()) && typeName(g) == typeName(f) && returnsWith(g, locks)
	})
}

// condsLock is the lock of a Cond of which nothing else is known.
const condsLock = "sync.Cond.L"

// typeName is the name of the type of which a function is a method, or "".
func typeName(f *lockfacts.Func) string {
	recv := f.Fn.Signature.Recv()
	if recv == nil {
		return ""
	}
	if named, ok := types.Unalias(syncop.Elem(recv.Type())).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// returnsWith reports whether a method returns with one of some locks of its object, or with any where none are known: then
// the Cond was made with the object itself, of which that is the method Lock. A method that returns with it on some paths may have forgotten it.
func returnsWith(g *lockfacts.Func, locks []string) bool {
	return len(g.Summary.Outcomes) > 0 && !slices.ContainsFunc(g.Summary.Outcomes, func(o lockfacts.Outcome) bool {
		return !slices.ContainsFunc(o.Net, func(h lockfacts.HeldLock) bool {
			return h.Lock.Root == "P0" && (len(locks) == 0 || slices.Contains(locks, h.Lock.Node()))
		})
	})
}
