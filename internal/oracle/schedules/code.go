package schedules

import (
	"fmt"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// end is the program counter of a goroutine that has returned.
const end = -1

// onceDone is an instruction that no statement is: the function of a Once returned.
const onceDone program.Op = -1

// The bounds of a program, calls written out.
const (
	maxCode  = 2000 // instructions
	maxDepth = 20   // calls within calls
)

// An instr is an instruction. Programs have no functions here: each call is a copy.
type instr struct {
	op     program.Op
	site   int
	object int
	next   int
	delay  time.Duration // Sleep, After
	other  int           // TryLock that fails, Do that is done, EachJob that ends
	value  int           // PutJob: the body
	slot   int           // Go, AfterFunc: the goroutine
	cases  []instr       // Select
	jobs   map[int]int   // TakeJob, EachJob: where a job begins
}

// A machine is a program as instructions and the slots of its goroutines. Each
// statement that starts a goroutine runs at most once and has a slot.
type machine struct {
	objects []program.Object
	code    []instr
	entries []int           // of each slot
	started []*program.Stmt // the statement that starts a slot, nil for the first
	timers  map[int]int     // object -> slot of its goroutine
	timed   bool            // Sleep is an instruction
	stopped bool            // no timer ever fires
	p       *program.Program
	depth   int // of the call that is compiled
	err     error
}

// compile writes calls out. With timed, sleeps stay.
func compile(p *program.Program, timed bool) (*machine, error) {
	m := &machine{objects: p.Objects, p: p, timers: map[int]int{}, timed: timed}
	m.goroutine(0, nil)
	return m, m.err
}

// goroutine gives a body a slot.
func (m *machine) goroutine(body int, by *program.Stmt) int {
	slot := len(m.entries)
	m.entries = append(m.entries, end)
	m.started = append(m.started, by)
	entry := m.call(body, end)
	m.entries[slot] = entry
	return slot
}

func (m *machine) call(body, next int) int {
	if m.depth > maxDepth || len(m.code) > maxCode {
		m.err = fmt.Errorf("%s: more than %d instructions or %d nested calls; write a smaller program, without recursion", m.p.Name, maxCode, maxDepth)
		return next
	}
	m.depth++
	defer func() { m.depth-- }()
	return m.list(m.p.Bodies[body], next, next)
}

// list compiles statements from the last to the first, so that each knows where
// the next one is. A return goes to ret.
func (m *machine) list(stmts []program.Stmt, next, ret int) int {
	for i := len(stmts) - 1; i >= 0; i-- {
		next = m.stmt(&stmts[i], next, ret)
	}
	return next
}

func (m *machine) emit(in instr) int {
	m.code = append(m.code, in)
	return len(m.code) - 1
}

func (m *machine) stmt(s *program.Stmt, next, ret int) int {
	in := instr{op: s.Op, site: s.Site, object: s.Object, next: next, delay: s.Delay}
	switch s.Op {
	case program.Return:
		return ret
	case program.Call:
		return m.call(s.Body, next)
	case program.Sleep:
		if !m.timed {
			return next
		}
	case program.Go:
		in.slot = m.goroutine(s.Body, s)
	case program.AfterFunc:
		in.slot = m.goroutine(s.Body, s)
		m.timers[s.Object] = in.slot
	case program.PutJob:
		in.value = s.Body
	case program.TryLock:
		in.next, in.other = m.list(s.Then, next, ret), m.list(s.Else, next, ret)
	case program.Do:
		over := m.emit(instr{op: onceDone, site: s.Site, object: s.Object, next: next})
		in.next, in.other = m.call(s.Body, over), next
	case program.Select:
		for i := range s.Cases {
			c := &s.Cases[i]
			in.cases = append(in.cases, instr{op: c.Op, site: s.Site, object: c.Object, next: m.list(c.Then, next, ret), delay: c.Delay})
		}
	case program.Loop:
		pc := m.emit(in)
		entry := m.list(s.Then, pc, ret)
		m.code[pc].next = entry
		return pc
	case program.TakeJob, program.EachJob:
		return m.receiver(in, next)
	}
	return m.emit(in)
}

// receiver compiles the receiver of jobs with a copy of every job.
func (m *machine) receiver(in instr, next int) int {
	pc := m.emit(in)
	after := next
	if in.op == program.EachJob {
		after = pc
	}
	jobs := map[int]int{}
	m.p.Walk(func(s *program.Stmt) {
		if s.Op == program.PutJob && s.Object == in.object {
			if _, ok := jobs[s.Body]; !ok {
				jobs[s.Body] = m.call(s.Body, after)
			}
		}
	})
	m.code[pc].jobs, m.code[pc].other = jobs, next
	return pc
}

// settle skips what is no step.
func (m *machine) settle(pc int) int {
	for pc != end && m.code[pc].op == program.Loop {
		pc = m.code[pc].next
	}
	return pc
}
