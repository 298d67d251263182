package lockfacts

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A sync.RWMutex that is held in one mode may be released in the other one:
//
//	c.mu.RLock()
//	defer c.mu.Unlock() // the program dies: no goroutine holds the lock exclusively
//
// The mode may depend on a condition that the walk does not follow. So each path to the release has to hold the lock in the
// wrong mode.

// A modeUse is a release of a lock that was held at some of its times.
type modeUse struct {
	held  HeldLock // in the other mode
	lock  syncop.AccessPath
	site  Site
	other bool // it was not held so at another time
}

// inMode notes how a lock is held where a call releases it.
func (w *walker) inMode(s *state, instr ssa.CallInstruction, recv ssa.Value, u Released, site Site) {
	if recv == nil || !isRWMutex(recv.Type()) { // a method value has no receiver here
		return
	}
	use := w.modes[instr]
	if use == nil {
		use = &modeUse{lock: u.Lock, site: site}
		w.modes[instr] = use
	}
	i := s.find(u.Lock, u.Read)
	if s.blind || i < 0 || !u.Lock.Known() || !s.held[i].Lock.Same(u.Lock) || s.held[i].Read == u.Read {
		use.other = true
		return
	}
	use.held = s.held[i]
}

// wrongModes returns the releases of locks that each path holds in the other mode, in the order of their places.
func (w *walker) wrongModes() []UnlockOfUnlocked {
	if w.short || w.info.Imprecise {
		return nil
	}
	var list []UnlockOfUnlocked
	for _, use := range w.modes {
		if !use.other {
			list = append(list, UnlockOfUnlocked{Lock: use.lock, Read: !use.held.Read, Site: use.site, Held: &use.held})
		}
	}
	slices.SortFunc(list, func(a, b UnlockOfUnlocked) int { return cmp.Compare(a.Site.tok, b.Site.tok) })
	return list
}
