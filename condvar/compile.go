package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A micro is a part of a statement that the checker executes in one step. Most
// statements are one. A Wait and an exclusive lock of a RWMutex are several.
type micro uint8

const (
	mBegin      micro = iota // waits until the thread is started
	mLock                    // of a Mutex
	mAnnounce                // of a RWMutex: keeps new readers out
	mAcquire                 // and waits for the ones inside
	mRLock                   //
	mUnlock                  //
	mRUnlock                 //
	mTry                     //
	mTryR                    //
	mEnqueue                 // gives the lock up and waits for the condition variable, at once
	mWoken                   //
	mUntil                   // waits until a variable is not zero
	mSignal                  //
	mBroadcast               //
	mGo                      //
	mAdd                     //
	mWGWait                  //
	mSend                    //
	mArrive                  // comes to where it receives, where that matters
	mRecv                    //
	mRecvClosed              //
	mClose                   //
	mSelect                  //
	mSet                     //
	mInc                     //
	mBranch                  // goes on at arg where the condition does not hold
	mJump                    // is passed over: no step of its own
	mTake                    //
	mOrder                   //
	mRest                    // never goes on
	mEnd                     // nothing follows
)

// An instr is a micro step with its object.
type instr struct {
	op    micro
	obj   int
	lock  int // that mEnqueue gives up
	read  bool
	arg   int64
	to    int // where mBranch and mJump lead, the place that mOrder waits for
	expr  *Expr
	cases []Case
	jumps []int // of mSelect, see selects: as if it had come to one of these
	loop  int   // of a select that is one round of several: which loop of its thread, from 1
	last  bool  // and it is the last round
	stmt  *Stmt
	held  []int // locks that are held before it, shared ones as ^lock
}

// code is a thread in the form that is executed.
type code struct {
	instrs []instr
	tops   []int // where each statement of the body begins
	begun  []statementStart
}

// A statementStart is where a statement that happened begins, in the order of the code.
type statementStart struct {
	seq uint64
	pc  int
}

// compile translates the threads; Orders are resolved last, since they name
// places in other threads.
func compile(p *Program) []code {
	all := make([]code, len(p.Threads))
	optional := p.optional()
	for i, t := range p.Threads {
		c := &compiler{program: p, optional: optional}
		c.emit(instr{op: mBegin, obj: i})
		for _, s := range t.Body {
			c.tops = append(c.tops, len(c.instrs))
			c.stmt(s)
		}
		c.emit(instr{op: mEnd})
		all[i] = c.code
	}
	for i := range all {
		for k := range all[i].instrs {
			if in := &all[i].instrs[k]; in.op == mOrder {
				in.to = all[in.obj].after(uint64(in.arg))
			}
		}
	}
	p.jumps(all)
	return all
}

// after is where a thread stands when it has executed everything up to seq; on
// the way it did not take after a condition, it stands after all of the other.
func (c *code) after(seq uint64) int {
	for _, b := range c.begun {
		if b.seq > seq {
			return b.pc
		}
	}
	return len(c.instrs) - 1
}

// A compiler translates one thread and follows which locks are held.
type compiler struct {
	code
	program  *Program
	held     []int
	optional map[int]bool
}

func (c *compiler) emit(in instr) int {
	in.held = slices.Clone(c.held)
	c.instrs = append(c.instrs, in)
	return len(c.instrs) - 1
}

func (c *compiler) list(list []*Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

var simple = map[Op]micro{
	Signal: mSignal, Broadcast: mBroadcast, Go: mGo, Add: mAdd, WGWait: mWGWait, Send: mSend,
	Close: mClose, Set: mSet, Inc: mInc, Take: mTake, Order: mOrder, Rest: mRest,
}

func (c *compiler) stmt(s *Stmt) {
	if !s.Assumed {
		c.begun = append(c.begun, statementStart{s.Source.Seq, len(c.instrs)})
	}
	switch s.Op {
	case Lock, RLock, TryLock, TryRLock:
		c.acquire(s, s.Obj, s.shared(), s.Op == TryLock || s.Op == TryRLock)
	case Unlock, RUnlock:
		c.release(s)
	case Wait:
		c.wait(s)
	case If:
		c.branch(s)
	case Loop:
		head := c.emit(instr{op: mBranch, expr: s.Cond, stmt: s})
		c.list(s.Then)
		c.emit(instr{op: mJump, to: head})
		c.instrs[head].to = len(c.instrs)
	case Select:
		c.arrive(s)
		c.emit(instr{op: mSelect, obj: -1, cases: s.Cases, stmt: s})
	case RecvClosed:
		c.arrive(s)
		c.emit(instr{op: mRecvClosed, obj: s.Obj, cases: s.Cases, stmt: s})
	case Recv:
		c.arrive(s)
		c.emit(instr{op: mRecv, obj: s.Obj, stmt: s})
	default:
		c.emit(instr{op: simple[s.Op], obj: s.Obj, arg: s.Arg, stmt: s})
	}
}

// arrive is a step of its own where a goroutine sends only to a goroutine that is there.
func (c *compiler) arrive(s *Stmt) {
	if slices.ContainsFunc(s.receives(), func(ch int) bool { return c.optional[ch] }) {
		c.emit(instr{op: mArrive, obj: -1, stmt: s})
	}
}

func (c *compiler) acquire(s *Stmt, lock int, shared, try bool) {
	switch {
	case try && shared:
		c.emit(instr{op: mTryR, obj: lock, stmt: s})
	case try:
		c.emit(instr{op: mTry, obj: lock, stmt: s})
	case shared:
		c.emit(instr{op: mRLock, obj: lock, stmt: s})
	case c.program.Objects[lock].Kind == trace.KindRWMutex:
		c.emit(instr{op: mAnnounce, obj: lock, stmt: s})
		c.emit(instr{op: mAcquire, obj: lock, stmt: s})
	default:
		c.emit(instr{op: mLock, obj: lock, stmt: s})
	}
	c.held = append(c.held, heldCode(lock, shared))
}

// heldCode is how a held lock is written: those in shared mode are negative.
func heldCode(lock int, shared bool) int {
	if shared {
		return ^lock
	}
	return lock
}

func (c *compiler) release(s *Stmt) {
	op := mUnlock
	if s.shared() {
		op = mRUnlock
	}
	c.emit(instr{op: op, obj: s.Obj, stmt: s})
	c.drop(heldCode(s.Obj, s.shared()))
}

func (c *compiler) drop(h int) {
	for i := len(c.held) - 1; i >= 0; i-- {
		if c.held[i] == h {
			c.held = slices.Delete(slices.Clone(c.held), i, i+1)
			return
		}
	}
}

// wait gives the lock up, waits, and takes the lock again. Where the recorded
// run shows no lock, as with a Cond on a Locker of another type, there is none.
func (c *compiler) wait(s *Stmt) {
	if s.NoMissedSignal {
		c.latch(s)
		return
	}
	c.emit(instr{op: mEnqueue, obj: s.Obj, lock: s.Lock2, read: s.Read, stmt: s})
	if s.Lock2 >= 0 {
		c.drop(heldCode(s.Lock2, s.Read))
	}
	c.emit(instr{op: mWoken, obj: s.Obj, stmt: s})
	if s.Lock2 >= 0 {
		c.acquire(s, s.Lock2, s.Read, false)
	}
}

// latch is a Wait whose signal is not missed when it comes too early.
func (c *compiler) latch(s *Stmt) {
	if s.Lock2 >= 0 {
		op := mUnlock
		if s.Read {
			op = mRUnlock
		}
		c.emit(instr{op: op, obj: s.Lock2, stmt: s})
		c.drop(heldCode(s.Lock2, s.Read))
	}
	c.emit(instr{op: mUntil, obj: int(s.Arg), stmt: s})
	if s.Lock2 >= 0 {
		c.acquire(s, s.Lock2, s.Read, false)
	}
}

func (c *compiler) branch(s *Stmt) {
	head := c.emit(instr{op: mBranch, expr: s.Cond, stmt: s})
	before := slices.Clone(c.held)
	c.list(s.Then)
	then := c.held
	skip := c.emit(instr{op: mJump})
	c.instrs[head].to = len(c.instrs)
	c.held = before
	c.list(s.Else)
	c.instrs[skip].to = len(c.instrs)
	if len(then) < len(c.held) { // they should be the same; the locks held in both are held
		c.held = then
	}
}
