package condvar

import (
	"fmt"
	"strings"
)

// Reduce drops what cannot take part in a deadlock, and counts it: the two
// optimisations of section 5.3.2, locks that one thread alone uses and lock
// nestings that repeat; and locks that nobody ever waits under, since who has
// one always gives it back. What nobody waits for is dropped too.
func (p *Program) Reduce() {
	for p.dropLocks() {
	}
	p.dropUnread()
	for _, t := range p.Threads {
		t.Body = p.foldNestings(t.Body)
	}
	p.compact()
	p.Stats.Statements = p.Statements()
}

// A lockUse is how the threads use a lock.
type lockUse struct {
	threads map[int]bool
	needed  bool // somebody may wait while holding it, or it keeps steps together
	wait    bool // it is the lock of a condition variable
}

// dropLocks drops the locks that do not matter, and reports whether there were
// any: others may then not matter either.
func (p *Program) dropLocks() bool {
	uses := make([]lockUse, len(p.Objects))
	for t, th := range p.Threads {
		var held []int
		p.useLocks(th.Body, t, &held, uses)
	}
	drop := map[int]*int{}
	for i, u := range uses {
		switch {
		case u.threads == nil || u.wait:
		case len(u.threads) == 1 && !u.needed:
			drop[i] = &p.Stats.Local
		case len(u.threads) == 1 && p.plain(i):
			drop[i] = &p.Stats.Local
		case !u.needed:
			drop[i] = &p.Stats.Harmless
		}
	}
	for _, th := range p.Threads {
		th.Body = without(th.Body, drop)
	}
	return len(drop) > 0
}

// plain reports whether a lock is never taken twice by the thread that uses it
// alone: that would block it for ever.
func (p *Program) plain(lock int) bool {
	depth, ok := 0, true
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			switch {
			case !s.isLock() || s.Obj != lock:
			case s.acquires():
				depth++
				ok = ok && depth == 1
			default:
				depth--
				ok = ok && depth == 0
			}
		})
	}
	return ok
}

// useLocks follows the locks that are held.
func (p *Program) useLocks(list []*Stmt, t int, held *[]int, uses []lockUse) {
	for _, s := range list {
		switch {
		case s.isLock():
			p.useLock(s, t, held, uses)
			continue
		case s.Op == Wait && s.Lock2 >= 0:
			p.use(uses, s.Lock2, t)
			uses[s.Lock2].wait = true
		}
		if s.Op != Go && s.Op != Order {
			for _, h := range *held {
				uses[h].needed = true
			}
		}
		p.useLocks(s.Then, t, held, uses)
		p.useLocks(s.Else, t, held, uses)
	}
}

func (p *Program) use(uses []lockUse, lock, t int) {
	if uses[lock].threads == nil {
		uses[lock].threads = map[int]bool{}
	}
	uses[lock].threads[t] = true
}

func (p *Program) useLock(s *Stmt, t int, held *[]int, uses []lockUse) {
	p.use(uses, s.Obj, t)
	if s.acquires() {
		for _, h := range *held {
			uses[h].needed = true
		}
		*held = append(*held, s.Obj)
		return
	}
	for i := len(*held) - 1; i >= 0; i-- {
		if (*held)[i] == s.Obj {
			*held = append((*held)[:i:i], (*held)[i+1:]...)
			return
		}
	}
	uses[s.Obj].needed = true // released for somebody else
}

// without returns the statements that are not about the dropped locks.
func without(list []*Stmt, drop map[int]*int) (out []*Stmt) {
	for _, s := range list {
		if n := drop[s.Obj]; s.isLock() && n != nil {
			*n++
			continue
		}
		s.Then, s.Else = without(s.Then, drop), without(s.Else, drop)
		out = append(out, s)
	}
	return out
}

// dropUnread drops what only waits could notice where nobody waits: signals,
// counts and variables.
func (p *Program) dropUnread() {
	n := len(p.Objects)
	read := map[int]bool{}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			switch s.Op {
			case Wait, If, Loop, WGWait, Take:
				s.touches(n, func(row int) { read[row] = true })
			}
		})
	}
	for _, t := range p.Threads {
		t.Body = keep(t.Body, func(s *Stmt) bool {
			switch s.Op {
			case Signal, Broadcast, Add:
				return read[s.Obj]
			case Set, Inc:
				return read[n+s.Obj]
			}
			return true
		})
	}
}

func keep(list []*Stmt, ok func(*Stmt) bool) (out []*Stmt) {
	for _, s := range list {
		if ok(s) {
			s.Then, s.Else = keep(s.Then, ok), keep(s.Else, ok)
			out = append(out, s)
		}
	}
	return out
}

// foldNestings drops nestings of locks that came before in the same stretch of
// nothing but locks.
func (p *Program) foldNestings(list []*Stmt) (out []*Stmt) {
	seen := map[string]bool{}
	for i := 0; i < len(list); {
		n := nesting(list[i:])
		if n == 0 {
			s := list[i]
			s.Then, s.Else = p.foldNestings(s.Then), p.foldNestings(s.Else)
			clear(seen)
			out = append(out, s)
			i++
			continue
		}
		if key := nestingKey(list[i : i+n]); seen[key] {
			p.Stats.Repeated += n
		} else {
			seen[key] = true
			out = append(out, list[i:i+n]...)
		}
		i += n
	}
	return out
}

// nesting returns how many statements the balanced locks at the begin of a
// list are, or 0 when there is something else among them.
func nesting(list []*Stmt) int {
	depth := 0
	for i, s := range list {
		switch {
		case !s.isLock() || s.Op == TryLock || s.Op == TryRLock:
			return 0
		case s.acquires():
			depth++
		default:
			depth--
		}
		if depth < 0 {
			return 0
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

func nestingKey(list []*Stmt) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%d %d %x ", s.Op, s.Obj, s.Src.Site)
	}
	return b.String()
}
