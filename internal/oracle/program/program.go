// Package program is a small language for concurrent test programs: goroutines
// over locks, channels, select, Once, TryLock, WaitGroup and timers, and nothing
// else. Package generate makes programs, package schedules enumerates what they can
// do, and [Program.Source] prints one as a Go test file.
//
// # How a datum flows
//
//	generate.Program --> Program --> schedules.Explore   what can happen
//	                       |
//	                       +-------> Source              a Go file, and the line of every site
//
// Every operation has a site, a number that is unique in its program. It is how
// the position in a report becomes the operation that the interpreter knows.
//
// There is no data: values, conditions and recursion are left out, so that the
// states of a program are finite and few. A job is the one value: it travels through
// a channel and says which function its receiver calls.
package program

import "time"

// A Kind is that of an object.
type Kind int

// The kinds.
const (
	Mutex Kind = iota
	RWMutex
	Chan      // of values that are not looked at
	NilChan   // a channel that is not made
	Jobs      // a channel of functions
	Once      //
	WaitGroup //
	Timer     // the result of time.AfterFunc
)

// An Object is a field of the type that a program has.
type Object struct {
	Kind Kind
	Cap  int // of Chan and Jobs
}

// An Op is the operation of a statement.
type Op int

// The operations.
const (
	Lock Op = iota
	Unlock
	RLock
	RUnlock
	TryLock // then Then, else Else
	Send
	Recv
	Close
	Select    // one of Cases
	Do        // of a Once, with Body
	Add       // one to a WaitGroup
	Done      //
	Wait      // for a WaitGroup
	Go        // a goroutine that runs Body
	Call      // Body
	AfterFunc // start the timer Object: after Delay a goroutine runs Body
	Stop      // the timer Object
	PutJob    // sends Body on Object
	TakeJob   // receives a function from Object and calls it
	EachJob   // does so until Object is closed and empty
	Loop      // runs Then for ever
	Return    // from the function
	Sleep     // for Delay: it makes a schedule likely, never another one impossible
	After     // a case of Select: Delay has passed
	Default   // a case of Select
)

// A Stmt is a statement, or a case of a Select.
type Stmt struct {
	Site   int
	Op     Op
	Object int // index into Program.Objects
	Body   int // index into Program.Bodies
	Delay  time.Duration
	Cases  []Stmt // their Op is Send, Recv, After or Default, and Then what follows
	Then   []Stmt
	Else   []Stmt
}

// A Program is a test: its first body is that of the test function, the others are
// methods.
type Program struct {
	Name    string // "p0042", and the test is TestP0042
	Objects []Object
	Bodies  [][]Stmt
}

// Number gives every statement its site, counted from 1 in the order of the text,
// and returns how many there are.
func (p *Program) Number() int {
	site := 0
	p.Walk(func(s *Stmt) {
		site++
		s.Site = site
	})
	return site
}

// Walk calls f for every statement and case, in the order of the text.
func (p *Program) Walk(f func(*Stmt)) {
	for _, body := range p.Bodies {
		walk(body, f)
	}
}

func walk(list []Stmt, f func(*Stmt)) {
	for i := range list {
		s := &list[i]
		f(s)
		walk(s.Cases, f)
		walk(s.Then, f)
		walk(s.Else, f)
	}
}

// Clone returns a copy that shares nothing with p.
func (p *Program) Clone() *Program {
	c := &Program{Name: p.Name, Objects: append([]Object(nil), p.Objects...)}
	for _, body := range p.Bodies {
		c.Bodies = append(c.Bodies, cloneList(body))
	}
	return c
}

func cloneList(list []Stmt) []Stmt {
	var out []Stmt
	for _, s := range list {
		s.Cases, s.Then, s.Else = cloneList(s.Cases), cloneList(s.Then), cloneList(s.Else)
		out = append(out, s)
	}
	return out
}

// Accidental reports whether a schedule decides what a goroutine of p does next. A channel of
// jobs, a Once, a TryLock, and a Select with several ready cases do so.
func (p *Program) Accidental() bool {
	found := false
	p.Walk(func(s *Stmt) {
		switch s.Op {
		case TakeJob, EachJob, Do, TryLock:
			found = true
		case Select:
			found = found || len(s.Cases) > 1 && !s.isHeartbeat()
		}
	})
	return found
}

// isHeartbeat reports whether a Select only waits until it is told to stop.
func (s *Stmt) isHeartbeat() bool {
	for _, c := range s.Cases {
		if c.Op == After && len(c.Then) == 0 {
			return true
		}
	}
	return false
}

// Uses reports whether an operation of p, or a case, is op.
func (p *Program) Uses(op Op) bool { return p.uses().ops[op] }

// Size counts the statements and cases that can be reached from the test function.
func (p *Program) Size() int { return p.uses().size }

// uses has the bodies, objects and operations that the test function can reach.
type uses struct {
	bodies, objects map[int]bool
	ops             map[Op]bool
	size            int
}

func (p *Program) uses() uses {
	u := uses{bodies: map[int]bool{0: true}, objects: map[int]bool{}, ops: map[Op]bool{}}
	for work := []int{0}; len(work) > 0; {
		body := p.Bodies[work[0]]
		work = work[1:]
		walk(body, func(s *Stmt) {
			u.size++
			u.ops[s.Op] = true
			if s.HasObject() {
				u.objects[s.Object] = true
			}
			if s.HasBody() && !u.bodies[s.Body] {
				u.bodies[s.Body] = true
				work = append(work, s.Body)
			}
		})
	}
	return u
}

// HasObject reports whether a statement is about an object.
func (s *Stmt) HasObject() bool {
	switch s.Op {
	case Select, Go, Call, Loop, Return, Sleep, After, Default:
		return false
	}
	return true
}

// HasBody reports whether a statement names a function.
func (s *Stmt) HasBody() bool {
	switch s.Op {
	case Do, Go, Call, AfterFunc, PutJob:
		return true
	}
	return false
}
