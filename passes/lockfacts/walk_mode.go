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

// modeUses are the releases of a function, by the calls.
type modeUses map[ssa.CallInstruction]*modeUse

// A modeUse is a release of a lock that was held at some of its times.
type modeUse struct {
	held  HeldLock // in the other mode
	lock  syncop.AccessPath
	site  Site
	other bool // it was not held so at another time
}

// note adds how a lock is held where a call releases it. The held lock is nil where it is not known.
func (m modeUses) note(instr ssa.CallInstruction, u Released, site Site, held *HeldLock) {
	use := m[instr]
	if use == nil {
		use = &modeUse{lock: u.Lock, site: site}
		m[instr] = use
	}
	if held == nil || held.Read == u.Read {
		use.other = true
		return
	}
	use.held = *held
}

// wrong returns the releases of locks that each path holds in the other mode, in the order of their places.
func (m modeUses) wrong() []UnlockOfUnlocked {
	var list []UnlockOfUnlocked
	for _, use := range m {
		if !use.other {
			list = append(list, UnlockOfUnlocked{Lock: use.lock, Read: !use.held.Read, Site: use.site, Held: &use.held})
		}
	}
	slices.SortFunc(list, func(a, b UnlockOfUnlocked) int { return cmp.Compare(a.Site.tok, b.Site.tok) })
	return list
}
