package condvar

import (
	"fmt"
	"slices"
	"strings"
)

// A Deadlock is a group of ends of the search in which the same statements are blocked
// for the same reason. The goroutines wait for one another, or no goroutine is left to
// wake them.
type Deadlock struct {
	Core      []BlockedThread // those that wait for one another, or for no goroutine
	Others    []BlockedThread // those that wait for the core, in the first such end that was found
	Idle      []BlockedThread // further threads without work
	Kind      Kind
	Reason    string  // one line: why no goroutine wakes the core
	Cause     *Stmt   // the statement that Reason is about, or nil
	Order     []Event // the steps that lead there, few switches first
	EndStates int     // ends of the search in this group
	Truncated []int   // threads of which the rest is not known and that could still be running then

	order []step
	turn  int // of the order, -1 where it is not known
	last  state
}

// TurningPoint is the last step of the order before which the program could still have reached a
// good end. It is nil where that is not known. If this step is made later, the run is repaired.
func (d *Deadlock) TurningPoint() *Event {
	for i := range d.Order {
		if d.Order[i].TurningPoint {
			return &d.Order[i]
		}
	}
	return nil
}

// Uses reports whether a thread of the program uses an object that a goroutine of
// the core waits for, anywhere. A lock does not count when only who holds it
// gives it back: that is another one of the core. Of a select, each alternative
// is waited for.
func (d *Deadlock) Uses(p *Program, t int) (yes bool) {
	walk(p.Threads[t].Body, func(s *Stmt) {
		s.touches(len(p.Objects), func(row int) {
			for _, b := range d.Core {
				yes = yes || row == b.Obj && !b.Owned
			}
		})
		if s.Op == Rest && s.Rest.Any {
			yes = yes || slices.ContainsFunc(d.Core, func(b BlockedThread) bool { return !b.Owned })
		}
		for _, b := range d.Core {
			yes = yes || slices.ContainsFunc(b.Stmt.others(), s.serves)
		}
	})
	return yes
}

// A BlockedThread is a thread at the statement where it is blocked.
type BlockedThread struct {
	Thread   int
	Stmt     *Stmt
	Held     []*Stmt // statements that took the locks it holds, outermost first
	Obj      int     // the object that it waits for; after a wake-up, the lock of its Wait
	Woken    bool    // it was woken and cannot take the lock again
	Begun    bool    // it is blocked inside of the statement, not before it
	Owned    bool    // Obj is a lock that only its holder gives back
	Orphaned bool    // as Obj is meant: no goroutine is left that could wake it
	Idle     bool    // it stands there when it has nothing to do, too
}

// An Event is a step of a counterexample.
type Event struct {
	Thread       int
	Stmt         *Stmt
	Taken        bool // of an If or Loop: the condition held
	Wakes        []int
	Partner      int   // thread that took what was sent, or -1
	Receiver     *Stmt // its statement
	Skipped      bool  // the channel operation was left out: its default, a timer or a closed channel came first
	LaterRound   bool  // a later round of a loop came first, of this thread or of its partner
	Deviates     bool  // of an If: the condition was not what it was in the recorded run
	TurningPoint bool  // see Deadlock.TurningPoint
	Resumed      bool  // the statement began with an earlier event: a Wait that goes on
}

// Assumption says what an event takes for granted that the recorded run does not
// show, or "".
func (e *Event) Assumption() string {
	switch {
	case e.Skipped:
		return "is passed by, and what was recorded after it follows"
	case e.LaterRound:
		return "takes what another round of its loop took later, and what was recorded after that follows"
	case e.Deviates:
		return "decides otherwise, and nothing else in that branch matters"
	case e.Stmt.Assumed && !e.Stmt.isLock():
		return "is executed, though it was not when this was recorded"
	}
	return ""
}

// endStatus is the state of a thread in an end of the search.
type endStatus uint8

const (
	finished endStatus = iota
	cut                // the next statement of the goroutine is not known
	idle               // blocked where it waits when there is nothing to do
	blocked
	elsewhere // the original would have gone another way here
)

// stand classifies a thread in a state in which nothing can go on.
func (s *search) stand(cur state, t int) endStatus {
	in, th := s.next(cur, t), s.Threads[t]
	switch in.op {
	case mBegin:
		return finished // no goroutine started it
	case mEnd:
		if th.End == Ended {
			return finished
		}
		return cut
	}
	if s.goesOn(cur, t) {
		return elsewhere
	}
	if s.isIdle(t, in.stmt) {
		return idle
	}
	return blocked
}

// goesOn reports whether the original would not be blocked here but go another
// way than it did: a panic, a default, another alternative.
func (s *search) goesOn(cur state, t int) bool {
	in := s.next(cur, t)
	if in.stmt.MayContinue || s.strays(cur, t) {
		return true
	}
	switch in.op {
	case mTry, mTryR, mOrder:
		return true
	case mSend:
		return s.caseGoesOn(cur, t, Case{in.obj, true})
	case mRecv, mRecvClosed:
		return s.caseGoesOn(cur, t, Case{in.obj, false}) || s.anyGoesOn(cur, t, in.cases)
	case mSelect:
		return s.anyGoesOn(cur, t, in.cases)
	}
	return false
}

func (s *search) anyGoesOn(cur state, t int, cases []Case) bool {
	return slices.ContainsFunc(cases, func(c Case) bool { return s.caseGoesOn(cur, t, c) })
}

// terminal looks at a state in which nothing can go on.
func (s *search) terminal(cur state, id int32) {
	stands := make([]endStatus, s.nt)
	any := false
	for t := range s.nt {
		stands[t] = s.stand(cur, t)
		any = any || stands[t] == blocked
	}
	if !any || s.exact && slices.Contains(stands, elsewhere) {
		return
	}
	s.result.Traces++
	for _, core := range s.cores(cur, stands) {
		s.report(cur, stands, core, id)
	}
}

// waitsFor returns the threads that could wake t, from where they stand, and
// whether one of them may go on in the original: then nothing is known.
func (s *search) waitsFor(cur state, stands []endStatus, t int) (list []int, open bool) {
	row, access, lock := s.wants(cur, t)
	for q := range s.nt {
		if q == t {
			if lock && s.holdsLock(cur, q, row) {
				list = append(list, q) // it waits for itself
			}
			continue
		}
		wakes := s.mayUse(cur, q, row, access) || s.servesAnother(cur, q, s.next(cur, t))
		if lock && !s.handed[row] { // only who holds it gives it back
			wakes = s.holdsLock(cur, q, row)
		}
		if !wakes {
			continue
		}
		q = s.starter(cur, q)
		if stands[q] == elsewhere {
			open = true
		}
		if q != t {
			list = append(list, q)
		}
	}
	return list, open
}

// servesAnother reports whether thread q, from its place on, may do what another
// alternative of a select than the recorded one waits for.
func (s *search) servesAnother(cur state, q int, in *instr) bool {
	return slices.ContainsFunc(in.stmt.others(), func(c Case) bool {
		return s.mayUse(cur, q, c.Chan, partnerSide(c.Send))
	})
}

// mayUse reports whether thread q, from its place on or in operations outside of the
// program, may use an object so. A thread that strays may do the operations that it left out.
func (s *search) mayUse(cur state, q, row int, access uint8) bool {
	from := s.entered(cur, q)
	if s.strays(cur, q) {
		from = 0
	}
	u := s.usesBy(q, row)
	return u != nil && u.laterThan(from, access) || s.rests(q, row)
}

// rests reports whether the part of a thread that is not in the program uses an
// object or variable.
func (s *search) rests(q, row int) bool {
	body := s.Threads[q].Body
	if n := len(body); n == 0 || body[n-1].Op != Rest {
		return false
	}
	last, n := body[len(body)-1].Rest, len(s.Objects)
	return last.Any || row < n && slices.Contains(last.Objs, row) || row >= n && slices.Contains(last.Vars, row-n)
}

// starter is the thread on which it depends that t runs: t itself, or, when t was not
// started, its nearest ancestor that was.
func (s *search) starter(cur state, t int) int {
	for s.next(cur, t).op == mBegin && s.Threads[t].Parent >= 0 {
		t = s.Threads[t].Parent
	}
	return t
}

// wants is the event that a blocked thread needs to go on.
func (s *search) wants(cur state, t int) (row int, access uint8, lock bool) {
	in := s.next(cur, t)
	switch in.op {
	case mWoken:
		return in.obj, aShared, false
	case mUntil:
		return s.varRow(in.obj), aExcl, false
	case mLock, mAnnounce, mAcquire, mRLock:
		return in.obj, aGive | aGiveR, true
	case mTake:
		return in.obj, aGive, false
	case mSelect:
		return in.cases[0].Chan, partnerSide(in.cases[0].Send), false
	case mSend, mRecv:
		return in.obj, partnerSide(in.op == mSend), false
	}
	return in.obj, aExcl, false
}

// partnerSide is the partner of a send, or else of a receive.
func partnerSide(send bool) uint8 {
	if send {
		return aRecv | aClose
	}
	return aSend
}

// holdsLock reports whether thread q holds a lock, or, as a writer that waits
// for readers to leave, keeps readers out of it.
func (s *search) holdsLock(cur state, q, lock int) bool {
	in := s.next(cur, q)
	return slices.Contains(in.held, lock) || slices.Contains(in.held, ^lock) || in.op == mAcquire && in.obj == lock
}

// cores returns the smallest sets of blocked threads that wait for no goroutine
// outside of the set. They keep the others blocked, too. Idle threads alone are none. Where
// a blocked thread waits for them, they are in its set.
func (s *search) cores(cur state, stands []endStatus) [][]int {
	edges := make([][]int, s.nt)
	open := make([]bool, s.nt)
	for t, st := range stands {
		if st == blocked || st == idle {
			edges[t], open[t] = s.waitsFor(cur, stands, t)
		}
	}
	var out [][]int
	for t, st := range stands {
		if st != blocked {
			continue
		}
		set, ok := reach(edges, stands, open, t)
		if !ok || slices.ContainsFunc(set, func(q int) bool { return q < t && stands[q] == blocked && reaches(edges, q, t) }) {
			continue // a smaller number of the same set reports it
		}
		if slices.ContainsFunc(set, func(q int) bool { return stands[q] == blocked && !reaches(edges, q, t) }) {
			continue // it waits for a set that does not wait for it: that one is the core
		}
		out = append(out, s.fewIdle(cur, stands, set))
	}
	return out
}

// reach returns the blocked threads that t waits for, over any number of
// threads, and itself. It is not ok when one of them may go on.
func reach(edges [][]int, stands []endStatus, open []bool, t int) (set []int, ok bool) {
	set = []int{t}
	for i := 0; i < len(set); i++ {
		if open[set[i]] {
			return nil, false
		}
		for _, q := range edges[set[i]] {
			switch stands[q] {
			case blocked, idle:
				if !slices.Contains(set, q) {
					set = append(set, q)
				}
			case elsewhere:
				return nil, false
			}
		}
	}
	slices.Sort(set)
	return set, true
}

func reaches(edges [][]int, from, to int) bool {
	seen := map[int]bool{from: true}
	for work := []int{from}; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if t == to {
			return true
		}
		for _, q := range edges[t] {
			if !seen[q] {
				seen[q] = true
				work = append(work, q)
			}
		}
	}
	return false
}

// report puts an end into its group.
func (s *search) report(cur state, stands []endStatus, core []int, id int32) {
	var parts []string
	for _, t := range core {
		in := s.next(cur, t)
		parts = append(parts, fmt.Sprintf("%d:%x:%s", in.op, in.stmt.Source.Site, in.stmt.Source.Label))
	}
	slices.Sort(parts)
	key := strings.Join(slices.Compact(parts), " ")
	d := s.groups[key]
	if d != nil && len(core) >= len(d.Core) {
		d.EndStates++
		return
	}
	if s.afterPassing(cur, core) {
		return
	}
	if d == nil {
		d = &Deadlock{}
		s.groups[key] = d
		s.result.Deadlocks = append(s.result.Deadlocks, d)
	}
	*d = Deadlock{EndStates: d.EndStates + 1, last: slices.Clone(cur)} // the one with the fewest goroutines stands for the group
	for t, st := range stands {
		switch {
		case slices.Contains(core, t):
			d.Core = append(d.Core, s.blockedAt(cur, stands, t))
		case st == blocked:
			d.Others = append(d.Others, s.blockedAt(cur, stands, t))
		case st == idle:
			d.Idle = append(d.Idle, s.blockedAt(cur, stands, t))
		case st == cut:
			d.Truncated = append(d.Truncated, t)
		}
	}
	d.order = s.retrace(s.straighten(s.path(id)))
}

func (s *search) blockedAt(cur state, stands []endStatus, t int) BlockedThread {
	in := s.next(cur, t)
	b := BlockedThread{Thread: t, Stmt: in.stmt, Obj: in.obj}
	if in.op == mSelect {
		b.Obj = in.cases[0].Chan
	}
	if in.op == mUntil {
		b.Obj = in.stmt.Obj
	}
	b.Woken = in.stmt.Op == Wait && in.op != mWoken && in.op != mUntil
	b.Begun = in.stmt.Op == Wait && cur[t] > 0 && s.codes[t].instrs[cur[t]-1].stmt == in.stmt || in.op == mAcquire
	b.Held = s.held(cur, t)
	row, _, lock := s.wants(cur, t)
	b.Owned = lock && !s.handed[row]
	list, _ := s.waitsFor(cur, stands, t)
	b.Orphaned = len(list) == 0
	b.Idle = stands[t] == idle
	return b
}

// held returns the statements that took the locks that a thread holds.
func (s *search) held(cur state, t int) (list []*Stmt) {
	held := s.next(cur, t).held
	for i, h := range held {
		n := 0
		for _, other := range held[i+1:] {
			n += asInt(other == h)
		}
		for pc := int(cur[t]) - 1; pc >= 0; pc-- { // the acquire before it that is not given back
			in := &s.codes[t].instrs[pc]
			lock := h
			if h < 0 {
				lock = ^h
			}
			takes := in.obj == lock && (in.op == mLock || in.op == mAcquire || in.op == mRLock || in.op == mTry || in.op == mTryR)
			if !takes {
				continue
			}
			if n == 0 {
				list = append(list, in.stmt)
				break
			}
			n--
		}
	}
	return list
}
