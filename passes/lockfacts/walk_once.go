package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A function that runs only once may release a lock early and be called again at the end:
//
//	var once sync.Once
//	unlock := func() { once.Do(mu.Unlock) }
//	defer unlock()
//
// Whether a call is the first one is not followed. After it the lock is released
// in either case; but a call that finds it released is no mistake, and says nothing
// about the locks that the function was entered with. So such releases are marked
// (Released.Once). A function that OnceFunc returns is its argument, with the
// same mark (FuncVal.Once); its other effects are not performed where it is called,
// for all calls but one do nothing.

// releasesOnce performs the releases of a function that runs once, now or earlier.
func (w *walker) releasesOnce(s *state, fv *FuncVal, site Site) {
	for _, u := range w.releasedBy(fv, 0) {
		u.Once = true
		w.unlock(s, u, site, w.unlocks[u.Lock.String()] > 1)
	}
}

// releasedBy returns the locks that a function releases and has not taken. Functions that it
// captures count, since it will call them.
func (w *walker) releasedBy(fv *FuncVal, depth int) []Released {
	if len(fv.FreeVars) == 0 && fv.Recv == nil || depth > maxNesting {
		return nil
	}
	env := environment{freeVars: fv.FreeVars, owned: w.frame.Norm}
	if fv.Recv != nil {
		env.params = []Arg{*fv.Recv}
		if sc, ok := boundOp(fv.Name); ok && (sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock) {
			return []Released{{Lock: fv.Recv.Path, Read: sc.Op == trace.OpRUnlock}}
		}
	}
	var list []Released
	if sum := w.pkg.summary(fv.Name); sum != nil {
		for _, o := range sum.Outcomes {
			for _, u := range o.Released {
				u.Lock = env.path(u.Lock)
				if !slices.Contains(list, u) {
					list = append(list, u)
				}
			}
		}
	}
	for _, a := range fv.FreeVars {
		if a.Fn != nil {
			list = append(list, w.releasedBy(a.Fn, depth+1)...)
		}
	}
	return list
}

func isOnceFunc(common *ssa.CallCommon) bool {
	fn := common.StaticCallee()
	return fn != nil && fn.Name() == "OnceFunc" && syncop.Key(fn) == "sync.OnceFunc"
}

// followed reports whether a function value is only called, captured or returned.
func followed(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxNesting {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Return, *ssa.DebugRef:
		case ssa.CallInstruction:
			if r.Common().Value != v || slices.Contains(r.Common().Args, v) {
				return false
			}
		case *ssa.Store: // a variable that function literals capture
			cell, ok := r.Addr.(*ssa.Alloc)
			if !ok || syncop.OnlyStore(cell) != v {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// boundOp recognises a method value of a lock.
func boundOp(name string) (syncop.SyncCall, bool) {
	if rest, ok := strings.CutPrefix(name, "(sync.Locker)."); ok {
		return syncop.InterfaceOp(rest)
	}
	return syncop.OpOfKey(name)
}
