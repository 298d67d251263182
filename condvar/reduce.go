package condvar

import (
	"fmt"
	"strings"
)

// Reduce drops statements that cannot take part in a deadlock, and counts them. These
// are the two optimisations of section 5.3.2: locks that one thread alone uses, and
// lock nestings that repeat. It also drops locks under which no thread ever waits,
// since their holder always gives them back. Objects for which no thread waits are
// dropped too.
func (p *Program) Reduce() {
	p.dropAllLocks()
	p.dropUnread()
	for _, t := range p.Threads {
		t.Body = p.foldNestings(t.Body)
	}
	p.compact()
	p.Stats.Statements = p.Statements()
}

// dropAllLocks drops locks until all that are left matter. It takes time in the
// number of statements, times the depth to which locks are nested.
func (p *Program) dropAllLocks() {
	for p.dropLocks() {
	}
	for _, t := range p.Threads {
		p.Stats.Local += t.local
		p.Stats.Harmless += t.harmless
		t.local, t.harmless = 0, 0
	}
}

// A lockUse is how the threads use a lock.
type lockUse struct {
	used   bool
	first  int  // the thread that uses it
	shared bool // others do, too
	needed bool // a goroutine may wait while holding it, or it keeps steps together
	wait   bool // it is the lock of a condition variable
	depth  int  // how often it is held, as long as one thread alone was seen to use it
	twice  bool // that thread takes it again while it has it, or gives back what it has not
}

// irrelevance says why a lock does not matter.
type irrelevance uint8

const (
	kept irrelevance = iota
	local
	harmless
)

// dropLocks drops the locks that do not matter, and reports whether there were
// any: others may then not matter either.
func (p *Program) dropLocks() bool {
	uses := make([]lockUse, len(p.Objects))
	for t, th := range p.Threads {
		var held []int
		p.useLocks(th.Body, t, &held, uses)
	}
	drop := make([]irrelevance, len(p.Objects))
	some := false
	for i, u := range uses {
		switch {
		case !u.used || u.wait:
		case !u.shared && (!u.needed || !u.twice): // taken twice it would block its thread for ever
			drop[i] = local
		case !u.needed:
			drop[i] = harmless
		}
		some = some || drop[i] != kept
	}
	if some {
		for _, th := range p.Threads {
			th.Body = th.without(th.Body, drop)
		}
	}
	return some
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
		case s.Op == Rest:
			for _, o := range s.Rest.Objs { // a lock is released there for another goroutine
				uses[o].needed, uses[o].shared = true, true
			}
		}
		if s.Op != Go && s.Op != Order { // it is not known when a Rest gives them back
			for _, h := range *held {
				uses[h].needed = true
			}
		}
		p.useLocks(s.Then, t, held, uses)
		p.useLocks(s.Else, t, held, uses)
	}
}

func (p *Program) use(uses []lockUse, lock, t int) {
	u := &uses[lock]
	if !u.used {
		u.used, u.first = true, t
	}
	u.shared = u.shared || u.first != t
}

func (p *Program) useLock(s *Stmt, t int, held *[]int, uses []lockUse) {
	p.use(uses, s.Obj, t)
	if s.acquires() {
		uses[s.Obj].depth++
		uses[s.Obj].twice = uses[s.Obj].twice || uses[s.Obj].depth > 1
		for _, h := range *held {
			uses[h].needed = true
		}
		*held = append(*held, s.Obj)
		return
	}
	uses[s.Obj].depth--
	uses[s.Obj].twice = uses[s.Obj].twice || uses[s.Obj].depth < 0
	for i := len(*held) - 1; i >= 0; i-- {
		if (*held)[i] == s.Obj {
			*held = append((*held)[:i:i], (*held)[i+1:]...)
			return
		}
	}
	uses[s.Obj].needed = true // released for another goroutine
}

// without returns the statements that are not about the dropped locks.
func (t *Thread) without(list []*Stmt, drop []irrelevance) (out []*Stmt) {
	for _, s := range list {
		if s.isLock() {
			switch drop[s.Obj] {
			case local:
				t.local++
				continue
			case harmless:
				t.harmless++
				continue
			}
		}
		s.Then, s.Else = t.without(s.Then, drop), t.without(s.Else, drop)
		out = append(out, s)
	}
	return out
}

// dropUnread drops what only waits could notice where no goroutine waits: signals,
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
		t.Body = filter(t.Body, func(s *Stmt) bool {
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

func filter(list []*Stmt, ok func(*Stmt) bool) (out []*Stmt) {
	for _, s := range list {
		if ok(s) {
			s.Then, s.Else = filter(s.Then, ok), filter(s.Else, ok)
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
		fmt.Fprintf(&b, "%d %d %x ", s.Op, s.Obj, s.Source.Site)
	}
	return b.String()
}
