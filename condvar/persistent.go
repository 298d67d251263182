package condvar

import (
	"math/bits"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Partial-order reduction by persistent sets (Godefroid, LNCS 1032, chapter 4;
// the closure is the "conflicting transitions" one, by the accesses that threads may still
// do). In a state the checker explores the steps of some threads only:
//
//	start with one thread; for each thread p of the set, with its next step e,
//	add every thread q that from its place on can ever do something that
//	conflicts with e: enable it, disable it, or not commute with it.
//
// Threads outside of the set can then do what they want, in any order and for
// ever, without touching what the next steps of the set are about. So a next
// step that is disabled stays so, and an enabled step commutes with all steps of the
// others: the enabled steps are a persistent set. Persistent sets keep every
// state in which nothing is enabled, by induction on the length of the way
// there (theorem 4.3): the first step on that way of a thread in the set can be
// moved to the front, and there is one, since else it would be enabled in the
// end. That is all we need: deadlocks are such states. The ignoring problem, of
// steps that are put off for ever around a circle, does not arise for them.
//
// A conflict is told by an access, a bit for each sort of use of an object.
const (
	aExcl   = 1 << iota // takes a lock exclusively; waits on a condition variable; changes a count or a channel; sets a variable
	aShared             // takes a lock in shared mode; wakes; waits for a count; reads a variable
	aTry                // tries a lock; adds to a variable
	aGive               // gives an exclusive hold back
	aGiveR              // gives a shared hold back
	aSend               // sends into a channel or closes it: a receive waits for that
	aRecv               // receives from a channel: a send waits for that
	aClose              // closes a channel: that ends a send, too
	aAll    = 1<<5 - 1  // of the first five: the conflict in a channel is aExcl
)

// A reducer finds persistent sets. Objects, then variables, then threads (which start
// and order others) are numbered in one row.
type reducer struct {
	*machine
	protected []bool      // every access is made while one and the same lock is held exclusively
	handed    []bool      // locks that are released by goroutines that do not hold them
	users     [][]*usage  // of each row
	ended     func() bool // asked for each thread, when set: then a persistent set is no use any more

	// Of the state that is looked at. An entry with another epoch is of an earlier one.
	epoch          uint64
	begin          []int64  // where the uses of a thread of a pool begin
	begun, related []uint64 // the epoch of begin, and of adj
	adj            [][]uint64
	tried, inside  []uint64
	work, enabled  []int
}

func newReducer(m *machine) *reducer {
	n := len(m.Objects) + len(m.Vars) + m.nt
	words := (m.nt + 63) / 64
	r := &reducer{
		machine: m, protected: make([]bool, n), handed: make([]bool, n), users: make([][]*usage, n),
		begin: make([]int64, m.nt), begun: make([]uint64, m.nt), related: make([]uint64, m.nt),
		tried: make([]uint64, words), inside: make([]uint64, words),
	}
	for t := range m.codes {
		r.adj = append(r.adj, make([]uint64, words))
		for row, u := range r.usesOf(t) {
			r.users[row] = append(r.users[row], u)
		}
	}
	r.findHanded()
	r.findProtected()
	return r
}

func (r *reducer) varRow(v int) int    { return len(r.Objects) + v }
func (r *reducer) threadRow(t int) int { return len(r.Objects) + len(r.Vars) + t }

// accesses calls f for each access of a step, with its object.
func (r *reducer) accesses(in *instr, f func(row int, access uint8)) {
	switch in.op {
	case mLock, mAnnounce, mAcquire:
		f(in.obj, aExcl)
	case mRLock:
		f(in.obj, aShared)
	case mTry, mTryR:
		f(in.obj, aTry)
	case mUnlock:
		f(in.obj, aGive)
	case mRUnlock:
		f(in.obj, aGiveR)
	case mEnqueue:
		f(in.obj, aExcl)
		if in.lock >= 0 && in.read {
			f(in.lock, aGiveR)
		} else if in.lock >= 0 {
			f(in.lock, aGive)
		}
	case mSignal, mBroadcast:
		f(in.obj, aShared)
	case mGo:
		f(r.threadRow(int(in.arg)), aExcl)
	case mWGWait:
		f(in.obj, aShared)
	case mArrive:
		for _, ch := range in.stmt.receives() {
			f(ch, aExcl)
		}
	case mTake:
		f(in.obj, aExcl)
	case mAdd:
		if r.Objects[in.obj].Kind == trace.KindKey { // units are given back
			f(in.obj, aGive)
			return
		}
		f(in.obj, aExcl)
	case mSend, mRecv, mRecvClosed, mClose:
		f(in.obj, aExcl|side(in.op == mSend || in.op == mClose)|aClose*uint8(asInt(in.op == mClose)))
		if in.op == mSend && in.stmt.MayContinue {
			f(in.obj, aTry)
		}
		for _, c := range in.cases {
			f(c.Chan, aExcl|side(c.Send))
		}
	case mSelect:
		for _, c := range in.cases {
			f(c.Chan, aExcl|side(c.Send))
		}
	case mSet:
		f(r.varRow(in.obj), aExcl)
	case mInc:
		f(r.varRow(in.obj), aTry)
	case mBranch:
		in.expr.vars(func(v int) { f(r.varRow(v), aShared) })
	case mUntil:
		f(r.varRow(in.obj), aShared)
	}
}

// side is the use of a channel by a send, or a close, or else by a receive.
func side(send bool) uint8 {
	if send {
		return aSend
	}
	return aRecv
}

// needs calls f for each access that must not happen for the next step of thread t to be
// independent: the sorts of use that conflict with it.
func (r *reducer) needs(s state, t int, f func(row int, conflicts uint8)) {
	in := r.next(s, t)
	switch in.op {
	case mEnd: // the pool may get another round
		if i := r.poolOf[t]; i > 0 {
			f(r.pools[i-1].ch, aExcl)
		}
	case mLock, mAnnounce, mAcquire, mTry:
		f(in.obj, aAll)
	case mRLock, mTryR:
		f(in.obj, aExcl|aTry|aGive)
	case mUnlock, mRUnlock:
		f(in.obj, r.giving(in.obj))
	case mEnqueue:
		r.unlessProtected(in.obj, aExcl|aShared, f)
		if in.lock >= 0 {
			f(in.lock, r.giving(in.lock))
		}
	case mWoken:
		if s[r.nt+t] != 0 {
			f(in.obj, aShared)
		}
	case mSignal, mBroadcast:
		r.unlessProtected(in.obj, aExcl, f)
	case mUntil:
		f(r.varRow(in.obj), aExcl)
	case mBegin:
		f(r.threadRow(t), aExcl)
	case mArrive: // keeps a send with a default from passing by
		for _, ch := range in.stmt.receives() {
			f(ch, aTry)
		}
	case mTake:
		if s[r.at[in.obj]] >= in.arg { // only other takes keep it from that
			f(in.obj, aExcl)
		} else {
			f(in.obj, aGive)
		}
	case mAdd:
		if in.arg > 0 && r.Objects[in.obj].Kind != trace.KindKey {
			f(in.obj, aShared)
		} // a count nearer to zero, or units that are given back, keep no thread from a step
	case mWGWait:
		f(in.obj, aExcl)
	case mSend, mRecv, mRecvClosed, mClose, mSelect:
		r.needsChannels(s, t, in, f)
	case mSet:
		r.unlessProtected(r.varRow(in.obj), aAll, f)
	case mInc:
		r.unlessProtected(r.varRow(in.obj), aExcl|aShared, f)
	case mBranch:
		in.expr.vars(func(v int) { r.unlessProtected(r.varRow(v), aExcl|aTry, f) })
	}
}

// giving is the accesses that conflict with giving a lock back. No other goroutine can take it
// before, so that only two goroutines notice: one tries the lock, or releases it
// without holding it.
func (r *reducer) giving(lock int) uint8 {
	if r.handed[lock] {
		return aAll
	}
	return aTry
}

// unlessProtected leaves out what no other goroutine can touch: a goroutine at such an
// access holds the lock that all accesses need.
func (r *reducer) unlessProtected(row int, conflicts uint8, f func(int, uint8)) {
	if !r.protected[row] {
		f(row, conflicts)
	}
}

// findHanded marks locks that a goroutine releases without holding them.
func (r *reducer) findHanded() {
	for t := range r.codes {
		for _, in := range r.codes[t].instrs {
			switch in.op {
			case mRest:
				for _, o := range in.stmt.Rest.Objs { // a lock is among them only if it is given back for another goroutine
					r.handed[o] = true
				}
			case mUnlock, mRUnlock:
				if !slices.Contains(in.held, heldCode(in.obj, in.op == mRUnlock)) {
					r.handed[in.obj] = true
				}
			case mEnqueue:
				if in.lock >= 0 && !slices.Contains(in.held, heldCode(in.lock, in.read)) {
					r.handed[in.lock] = true
				}
			}
		}
	}
}

// findProtected intersects the locks held at all accesses of each variable and
// condition variable.
func (r *reducer) findProtected() {
	common := map[int][]int{}
	for t := range r.codes {
		for i := range r.codes[t].instrs {
			in := &r.codes[t].instrs[i]
			r.accesses(in, func(row int, _ uint8) {
				if row < len(r.Objects) && r.Objects[row].Kind != trace.KindCond {
					return
				}
				held, seen := common[row]
				if !seen {
					held = in.held
				}
				common[row] = slices.DeleteFunc(slices.Clone(held), func(h int) bool {
					return h < 0 || r.handed[h] || !slices.Contains(in.held, h)
				})
			})
		}
	}
	for row, held := range common {
		r.protected[row] = len(held) > 0
	}
}

// relate returns the threads that conflict with the next step of thread t. Most closures
// meet few threads: a thread is related when a closure of the state comes to it.
func (r *reducer) relate(s state, t int) []uint64 {
	adj := r.adj[t]
	if r.related[t] == r.epoch {
		return adj
	}
	r.related[t] = r.epoch
	clear(adj)
	in := r.next(s, t)
	if in.op == mOrder && int(s[in.obj]) < in.to {
		adj[in.obj/64] |= 1 << (in.obj % 64)
		return adj
	}
	r.needs(s, t, func(row int, conflicts uint8) {
		for _, u := range r.users[row] {
			if q := u.thread; q != t && u.laterThan(r.beginOf(s, q), conflicts) {
				adj[q/64] |= 1 << (q % 64)
			}
		}
	})
	return adj
}

// beginOf is where the uses of a thread begin.
func (r *reducer) beginOf(s state, t int) int64 {
	if r.poolOf[t] == 0 {
		return s[t]
	}
	if r.begun[t] != r.epoch {
		r.begun[t], r.begin[t] = r.epoch, r.entered(s, t)
	}
	return r.begin[t]
}

// persistent returns the threads whose steps are to be explored in s: those of
// the smallest closure that has an enabled step. It is empty when nothing is
// enabled. Of equal ones, that of the preferred thread is taken.
func (r *reducer) persistent(s state, prefer int, to []int) []int {
	r.epoch++
	best := to[:0]
	found := false
	clear(r.tried)
	for k := range r.nt {
		t := (prefer + k) % r.nt
		if r.choices(s, t) == 0 {
			continue
		}
		if r.ended != nil && r.ended() {
			break
		}
		most := r.nt + 1
		if found {
			most = len(best)
		}
		if r.closure(s, t, most) {
			best, found = append(best[:0], r.enabled...), true
		}
		if len(best) == 1 {
			break
		}
		r.tried[t/64] |= 1 << (t % 64)
	}
	return best
}

// closure finds the enabled threads of the closure of t, and reports whether there are fewer
// than most. There are not where the closure has a thread that was tried before: it has the
// closure of that one, too, which was not smaller than the best.
func (r *reducer) closure(s state, t, most int) bool {
	in := r.inside
	clear(in)
	r.enabled = r.enabled[:0]
	work := append(r.work[:0], t)
	defer func() { r.work = work }()
	in[t/64] |= 1 << (t % 64)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if r.choices(s, p) > 0 {
			if r.enabled = append(r.enabled, p); len(r.enabled) >= most {
				return false
			}
		}
		for w, bitsOf := range r.relate(s, p) {
			if bitsOf&r.tried[w] != 0 {
				return false
			}
			for more := bitsOf &^ in[w]; more != 0; more &= more - 1 {
				q := w*64 + bits.TrailingZeros64(more)
				in[w] |= 1 << (q % 64)
				work = append(work, q)
			}
		}
	}
	return true
}
