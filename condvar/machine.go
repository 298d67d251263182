package condvar

import (
	"encoding/binary"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A machine executes a program: it knows when a step is enabled and its
// effect. A state is a row of numbers:
//
//	pc of every thread | place in the queue of its Cond | objects | variables | loops that strayed
//
// A Mutex is one number, held or not. A RWMutex is two: 0 free, 1 a writer
// waits, 2 a writer is inside; and how many readers are inside. A channel is
// two, what it holds and whether it is closed; a WaitGroup is its count and a
// semaphore what is left of it. The
// queue of a condition variable is in the threads: 1 is the next to be woken.
type machine struct {
	*Program
	codes     []code
	nt        int
	at        []int // where an object's numbers are
	vars      int   // where the variables are
	pools     []pool
	poolOf    []int               // of a thread, from 1
	passing   []*skippedOperation // of a thread, nil where nothing has to be known
	receivers *receivers          // nil where no receives are alike but for orders
	early     []int               // where a thread has the loop of which it took a later round before its time, 0 where it has none
	size      int
	isIdle    func(t int, at *Stmt) bool
	exact     bool // see Options
}

type state []int64 // variables and semaphores have as many bits as those of the program

func newMachine(p *Program) *machine {
	m := &machine{Program: p, codes: compile(p), nt: len(p.Threads)}
	next := 2 * m.nt
	for _, o := range p.Objects {
		m.at = append(m.at, next)
		switch o.Kind {
		case trace.KindMutex, trace.KindWaitGroup, trace.KindKey:
			next++
		case trace.KindRWMutex, trace.KindChan:
			next += 2
		}
	}
	m.vars, m.size = next, next+len(p.Vars)
	m.isIdle = p.idleAt()
	m.early = make([]int, m.nt)
	for t := range m.codes {
		if m.codes[t].early() {
			m.early[t] = m.size
			m.size++
		}
	}
	m.findPassing()
	named := m.named()
	m.findPools(named)
	m.findReceivers(named)
	return m
}

// start is the state before the first step: threads without a parent run.
func (m *machine) start() state {
	s := make(state, m.size)
	for t, th := range m.Threads {
		if th.Parent < 0 {
			m.goTo(s, t, 1)
		}
	}
	for i, o := range m.Objects {
		switch o.Kind {
		case trace.KindWaitGroup, trace.KindKey:
			s[m.at[i]] = int64(o.Count)
		case trace.KindChan:
			s[m.at[i]], s[m.at[i]+1] = int64(o.Count), int64(asInt(o.Closed))
		}
	}
	for i, v := range m.Vars {
		s[m.vars+i] = v.Start
	}
	return s
}

func (m *machine) next(s state, t int) *instr { return &m.codes[t].instrs[s[t]] }

// goTo sets a pc, after jumps.
func (m *machine) goTo(s state, t, pc int) {
	for m.codes[t].instrs[pc].op == mJump {
		pc = m.codes[t].instrs[pc].to
	}
	s[t] = int64(pc)
}

func (m *machine) advance(s state, t int) { m.goTo(s, t, int(s[t])+1) }

// holds evaluates the condition of a branch.
func (m *machine) holds(s state, e *Expr) bool {
	return e.Eval(func(v int) int64 { return s[m.vars+v] }) != 0
}

// choices returns in how many ways thread t can make its next step. A
// rendezvous is a step of the sender, one way for each receiver. After these
// comes that it passes the operation by, and then those of the selects to which
// it may jump.
func (m *machine) choices(s state, t int) int {
	if m.strays(s, t) {
		return 0
	}
	n := m.ways(s, t, m.next(s, t))
	if m.passesBy(s, t, n > 0) {
		n++
	}
	for _, pc := range m.jumps(s, t) {
		n += m.ways(s, t, &m.codes[t].instrs[pc])
	}
	return n
}

// ways is in how many ways thread t could execute an instruction of its own now.
func (m *machine) ways(s state, t int, in *instr) int {
	switch in.op {
	case mBegin, mEnd, mRest:
		return 0
	case mLock, mTry:
		return asInt(m.free(s, in.obj))
	case mAnnounce:
		return asInt(s[m.at[in.obj]] == 0)
	case mAcquire:
		return asInt(s[m.at[in.obj]+1] == 0)
	case mRLock, mTryR:
		return asInt(s[m.at[in.obj]] == 0)
	case mWoken:
		return asInt(s[m.nt+t] == 0)
	case mUntil:
		return asInt(s[m.vars+in.obj] != 0)
	case mWGWait:
		return asInt(s[m.at[in.obj]] <= 0)
	case mSend:
		return m.sends(s, t, in.obj)
	case mRecv:
		return m.receives(s, in.obj)
	case mRecvClosed:
		return asInt(s[m.at[in.obj]] == 0 && s[m.at[in.obj]+1] != 0)
	case mSelect:
		if c := in.cases[0]; c.Send {
			return m.sends(s, t, c.Chan)
		} else {
			return m.receives(s, c.Chan)
		}
	case mTake:
		return asInt(s[m.at[in.obj]] >= in.arg)
	case mOrder:
		return asInt(int(s[in.obj]) >= in.to)
	}
	return 1
}

func asInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// free reports whether a lock can be had exclusively.
func (m *machine) free(s state, lock int) bool {
	i := m.at[lock]
	return s[i] == 0 && (m.Objects[lock].Kind != trace.KindRWMutex || s[i+1] == 0)
}

func (m *machine) sends(s state, t, ch int) int {
	i := m.at[ch]
	switch {
	case s[i+1] != 0:
		return 0 // a panic: the original goes another way
	case m.Objects[ch].Capacity > 0:
		return asInt(int(s[i]) < m.Objects[ch].Capacity)
	}
	n := 0
	m.takers(s, t, ch, func(int) { n++ })
	return n
}

// taker is the receive of an unbuffered channel at which thread q stands, or the
// one to which it may jump, or -1.
func (m *machine) taker(s state, q, ch int) int {
	if m.strays(s, q) {
		return -1
	}
	return m.codes[q].taker(int(s[q]), m.jumps(s, q), ch)
}

// taker is the same for a thread that stands at pc and may jump.
func (c *code) taker(pc int, jumps []int, ch int) int {
	if c.instrs[pc].takes(ch) {
		return pc
	}
	for _, to := range jumps {
		if c.instrs[to].takes(ch) {
			return to
		}
	}
	return -1
}

func (in *instr) takes(ch int) bool {
	return in.op == mRecv && in.obj == ch || in.op == mSelect && !in.cases[0].Send && in.cases[0].Chan == ch
}

func (m *machine) receives(s state, ch int) int {
	if m.Objects[ch].Timer {
		return 1
	}
	return asInt(s[m.at[ch]] > 0)
}

// step makes a step of thread t, which must have that choice.
func (m *machine) step(s state, t, choice int) {
	w := m.way(s, t, choice)
	if w.partner == passed {
		m.passes(s, t)
		m.advance(s, t)
	} else {
		m.execute(s, t, w)
	}
	m.forget(s, t)
	m.share(s)
}

// execute makes a step of thread t in one way.
func (m *machine) execute(s state, t int, w transition) {
	if w.jump > 0 {
		m.jump(s, t, w.jump)
	}
	in := m.next(s, t)
	switch in.op {
	case mBranch:
		if !m.holds(s, in.expr) {
			m.goTo(s, t, in.to)
			return
		}
	case mSend:
		m.send(s, in.obj, w.partner)
	case mRecv:
		m.receive(s, in.obj)
	case mSelect:
		if c := in.cases[0]; c.Send {
			m.send(s, c.Chan, w.partner)
		} else {
			m.receive(s, c.Chan)
		}
	case mGo:
		if m.next(s, int(in.arg)).op == mBegin {
			m.advance(s, int(in.arg))
		}
	default:
		m.apply(s, t, in)
	}
	m.advance(s, t)
}

// apply changes what a step without choices changes, but for the thread's pc.
func (m *machine) apply(s state, t int, in *instr) {
	switch in.op {
	case mLock:
		s[m.at[in.obj]] = 1
	case mTry, mAcquire:
		m.hold(s, in.obj)
	case mAnnounce:
		s[m.at[in.obj]] = 1
	case mRLock, mTryR:
		s[m.at[in.obj]+1]++
	case mUnlock:
		s[m.at[in.obj]] = 0
	case mRUnlock:
		s[m.at[in.obj]+1]--
	case mEnqueue:
		m.enqueue(s, t, in)
	case mSignal:
		m.wake(s, in.obj, false)
	case mBroadcast:
		m.wake(s, in.obj, true)
	case mAdd:
		s[m.at[in.obj]] += in.arg
	case mTake:
		s[m.at[in.obj]] -= in.arg
	case mClose:
		s[m.at[in.obj]+1] = 1
	case mSet:
		s[m.vars+in.obj] = in.arg
	case mInc:
		s[m.vars+in.obj] += in.arg
	}
}

func (m *machine) hold(s state, lock int) {
	s[m.at[lock]] = 1
	if m.Objects[lock].Kind == trace.KindRWMutex {
		s[m.at[lock]] = 2
	}
}

func (m *machine) enqueue(s state, t int, in *instr) {
	if in.lock >= 0 {
		if i := m.at[in.lock]; in.read {
			s[i+1]--
		} else {
			s[i] = 0
		}
	}
	n := int64(1)
	for q := range m.nt {
		if m.waitsOn(s, q, in.obj) {
			n++
		}
	}
	s[m.nt+t] = n
}

// waitsOn reports whether thread q is in the queue of a condition variable.
func (m *machine) waitsOn(s state, q, cond int) bool {
	if s[m.nt+q] == 0 {
		return false
	}
	return m.next(s, q).obj == cond
}

// wake takes the first thread out of the queue, or all.
func (m *machine) wake(s state, cond int, all bool) {
	for q := range m.nt {
		if !m.waitsOn(s, q, cond) {
			continue
		}
		if all {
			s[m.nt+q] = 0
		} else {
			s[m.nt+q]--
		}
	}
}

func (m *machine) send(s state, ch, partner int) {
	if m.Objects[ch].Capacity > 0 {
		s[m.at[ch]]++
	} else if partner >= 0 {
		if to := m.taker(s, partner, ch); to != int(s[partner]) {
			m.jump(s, partner, to)
		}
		m.advance(s, partner)
	}
}

// A transition is the meaning of a choice.
type transition struct {
	partner int // the thread that takes what is sent, -1 when no goroutine does, or passed
	jump    int // the select that is executed instead of the next one, or 0
}

// way returns what a choice of thread t means.
func (m *machine) way(s state, t, choice int) transition {
	in := m.next(s, t)
	n := m.ways(s, t, in)
	if choice < n {
		return transition{partner: m.partner(s, t, in, choice)}
	}
	choice -= n
	if m.passesBy(s, t, n > 0) {
		if choice == 0 {
			return transition{partner: passed}
		}
		choice--
	}
	for _, pc := range m.jumps(s, t) {
		to := &m.codes[t].instrs[pc]
		if n = m.ways(s, t, to); choice < n {
			return transition{m.partner(s, t, to, choice), pc}
		}
		choice -= n
	}
	return transition{partner: -1}
}

// partner returns the thread that takes part when thread t executes an
// instruction in one of several ways, or -1.
func (m *machine) partner(s state, t int, in *instr, choice int) int {
	ch := in.obj
	switch {
	case in.op == mSelect && in.cases[0].Send:
		ch = in.cases[0].Chan
	case in.op != mSend:
		return -1
	}
	if m.Objects[ch].Capacity > 0 {
		return -1
	}
	partner := -1
	m.takers(s, t, ch, func(q int) {
		if choice == 0 {
			partner = q
		}
		choice--
	})
	return partner
}

// choiceOf returns the choice of thread t that means that.
func (m *machine) choiceOf(s state, t int, w transition) int {
	for choice := range m.choices(s, t) {
		if m.way(s, t, choice) == w {
			return choice
		}
	}
	return 0
}

func (m *machine) receive(s state, ch int) {
	if !m.Objects[ch].Timer {
		s[m.at[ch]]--
	}
}

// encode writes a state in few bytes: most numbers are small.
func encode(b []byte, s state) []byte {
	for _, v := range s {
		b = binary.AppendVarint(b, int64(v))
	}
	return b
}

func decode(b []byte, s state) {
	for i := range s {
		v, n := binary.Varint(b)
		s[i], b = v, b[n:]
	}
}
