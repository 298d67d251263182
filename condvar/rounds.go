package condvar

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A loop that ran a thousand times makes a thousand equal blocks of statements. Which deadlocks
// there are hardly ever depends on the number. So a program may be searched with fewer rounds.
//
// A round has an effect: the sum of its changes of each channel, count and variable. Rounds are
// left out together when their effects add up to nothing: a consumer receives the values that a
// producer sends. Such a sum is a T-invariant of the Petri net whose transitions are the rounds. The
// smallest ones are found by the algorithm of Farkas (Colom and Silva, LNCS 483, 1991). A round
// that starts a goroutine goes with it.

// Bounds of the reduction.
const (
	keptRounds    = 2   // of each loop
	keptOfKind    = 3   // of all rounds with the same effect, and as many as the channel holds
	longRound     = 64  // statements of a round at most
	maxInvariants = 256 // sums that are looked at
	roundPasses   = 4   // a loop around loops has equal rounds when these have few
)

// FewerRounds is a program with fewer rounds of the loops that ran long, or nil when there are
// none. The number of threads and statements is smaller, each is one of p. A deadlock of it is one
// of p if the rounds that are left out can be made in between. A deadlock of p for which a loop has
// to run longer is not in it. It takes time linear in the statements, times the length of a
// round.
func (p *Program) FewerRounds() *Program {
	var short *Program
	for range roundPasses {
		from := p
		if short != nil {
			from = short
		}
		next := newRoundFinder(from).shorten()
		if next == nil {
			break
		}
		short = next
	}
	if short != nil {
		short.Stats.Statements, short.Stats.FewerRounds = short.Statements(), true
	}
	return short
}

// A roundFinder looks for the loops of a program.
type roundFinder struct {
	*Program
	keys    map[string]int
	kinds   map[string]int // by effect
	effects []map[int]int64
	items   [][]item // of each thread
	runs    []run
}

// An item is a statement with the orders before it.
type item struct {
	at, key int // its place in the body
}

// A run is a sequence of equal rounds.
type run struct {
	thread, from, length, rounds int // items of a round
	kind                         int
	leave                        int // rounds that are left out
}

func newRoundFinder(p *Program) *roundFinder {
	f := &roundFinder{Program: p, keys: map[string]int{}, kinds: map[string]int{}}
	for _, th := range p.Threads {
		var list []item
		for i, s := range th.Body {
			if s.Op == Order {
				continue
			}
			text := f.text(nil, s, 0)
			key, known := f.keys[string(text)]
			if !known {
				key = len(f.keys)
				f.keys[string(text)] = key
			}
			list = append(list, item{i, key})
		}
		f.items = append(f.items, list)
	}
	for t := range p.Threads {
		f.findRuns(t)
	}
	return f
}

// startedDeep is how many threads that start each other one round may have.
const startedDeep = 4

// text writes a statement without its time. A go statement has what the new thread does.
func (f *roundFinder) text(b []byte, s *Stmt, depth int) []byte {
	if s.Op == Order {
		return b
	}
	arg := s.Arg
	if s.Op == Go && f.goesAlong(int(s.Arg)) && depth < startedDeep {
		b, arg = append(b, '('), 0
		for _, inner := range f.Threads[s.Arg].Body {
			b = f.text(b, inner, depth+1)
		}
		b = append(b, ')')
	}
	b = s.Cond.identity(s.appendTo(b, arg))
	for _, list := range [][]*Stmt{s.Then, s.Else} {
		b = append(b, '{')
		for _, inner := range list {
			b = f.text(b, inner, depth)
		}
		b = append(b, '}')
	}
	return b
}

// appendTo writes a statement without its condition and without the statements that it guards, with another argument. A
// program has many statements, so the texts are numbers of variable length.
func (s *Stmt) appendTo(b []byte, arg int64) []byte {
	b = append(b, ';')
	for _, n := range []int64{int64(s.Op), int64(s.Obj), int64(s.Lock2), arg, int64(s.Source.Site), int64(s.Source.Stack), int64(len(s.Cases))} {
		b = binary.AppendVarint(b, n)
	}
	for _, c := range s.Cases {
		b = strconv.AppendBool(binary.AppendVarint(b, int64(c.Chan)), c.Send)
	}
	for _, is := range []bool{s.Read, s.NoMissedSignal, s.MayContinue, s.Assumed} {
		b = strconv.AppendBool(b, is)
	}
	return strconv.AppendQuote(b, s.Source.Label)
}

// goesAlong reports whether a thread can be left out with the round that starts it.
func (f *roundFinder) goesAlong(t int) bool {
	th := f.Threads[t]
	return th.End == Ended && !th.Test && !th.Truncated && !th.Incomplete && !th.isOpen()
}

// findRuns finds equal rounds that follow one another, from the front, the most statements first.
func (f *roundFinder) findRuns(t int) {
	list := f.items[t]
	for i := 0; i < len(list); {
		best := run{thread: t, from: i}
		for length := 1; length <= longRound && i+(keptRounds+1)*length <= len(list); length++ {
			rounds := 1
			for i+(rounds+1)*length <= len(list) && equalItems(list[i:i+length], list[i+rounds*length:i+(rounds+1)*length]) {
				rounds++
			}
			if rounds > keptRounds && (rounds-1)*length > (best.rounds-1)*best.length {
				best.length, best.rounds = length, rounds
			}
		}
		if best.rounds == 0 {
			i++
			continue
		}
		if effect, ok := f.effectOf(best); ok {
			best.kind = f.kind(effect)
			f.runs = append(f.runs, best)
		}
		i += best.rounds * best.length
	}
}

func equalItems(a, b []item) bool {
	return slices.EqualFunc(a, b, func(x, y item) bool { return x.key == y.key })
}

// kind is the number of an effect.
func (f *roundFinder) kind(effect map[int]int64) int {
	maps.DeleteFunc(effect, func(_ int, n int64) bool { return n == 0 })
	text := fmt.Sprint(effect) // maps are written in order
	k, known := f.kinds[text]
	if !known {
		k = len(f.effects)
		f.kinds[text] = k
		f.effects = append(f.effects, effect)
	}
	return k
}

// effectOf is the effect of a round on each row: objects, then variables. It is not known of a
// round that closes a channel, keeps a lock, or decides about such an operation.
func (f *roundFinder) effectOf(r run) (effect map[int]int64, ok bool) {
	effect, ok = map[int]int64{}, true
	for _, it := range f.items[r.thread][r.from : r.from+r.length] {
		ok = ok && f.addEffect(f.Threads[r.thread].Body[it.at], effect, 0)
	}
	for row, n := range effect {
		if row < len(f.Objects) && (f.Objects[row].Kind == trace.KindMutex || f.Objects[row].Kind == trace.KindRWMutex) {
			ok = ok && n == 0
		}
	}
	return effect, ok
}

// addEffect adds that of one statement, and reports whether it is known.
func (f *roundFinder) addEffect(s *Stmt, effect map[int]int64, depth int) bool {
	switch s.Op {
	case Lock, RLock, TryLock, TryRLock:
		effect[s.Obj]++
	case Unlock, RUnlock:
		effect[s.Obj]--
	case Add:
		effect[s.Obj] += s.Arg
	case Take:
		effect[s.Obj] -= s.Arg
	case Inc:
		effect[len(f.Objects)+s.Obj] += s.Arg
	case Send, Recv, Select:
		c := s.transfer()
		switch {
		case f.Objects[c.Chan].Timer:
		case c.Send:
			effect[c.Chan]++
		default:
			effect[c.Chan]--
		}
	case Close, Rest, Set:
		return false
	case If, Loop:
		return f.onlyWaits(s.Then) && f.onlyWaits(s.Else)
	case Go:
		if depth == startedDeep || !f.goesAlong(int(s.Arg)) {
			return false
		}
		for _, inner := range f.Threads[s.Arg].Body {
			if !f.addEffect(inner, effect, depth+1) {
				return false
			}
		}
	}
	return true
}

// onlyWaits reports whether guarded statements have no effect.
func (f *roundFinder) onlyWaits(list []*Stmt) bool {
	return !slices.ContainsFunc(list, func(s *Stmt) bool { return s.Op != Wait && s.Op != Signal && s.Op != Broadcast })
}

// shorten leaves rounds out, as many as their effects allow.
func (f *roundFinder) shorten() *Program {
	all, left := make([]int64, len(f.effects)), make([]int64, len(f.effects))
	for _, r := range f.runs {
		all[r.kind] += int64(r.rounds)
		left[r.kind] += int64(r.rounds - keptRounds)
	}
	for k := range left {
		left[k] = max(0, min(left[k], all[k]-f.mostHeld(k)-keptOfKind))
	}
	leave := make([]int64, len(f.effects))
	for _, invariant := range minimalInvariants(f.effects) {
		n := int64(-1)
		for k, times := range invariant {
			if times > 0 && (n < 0 || left[k]/times < n) {
				n = left[k] / times
			}
		}
		for k, times := range invariant {
			left[k] -= n * times
			leave[k] += n * times
		}
	}
	for k, n := range leave {
		f.spread(k, n)
	}
	if !slices.ContainsFunc(f.runs, func(r run) bool { return r.leave > 0 }) {
		return nil
	}
	return f.without()
}

// mostHeld is how much the channels and semaphores of a kind of rounds hold: a loop that fills one
// needs more rounds.
func (f *roundFinder) mostHeld(kind int) (most int64) {
	for row := range f.effects[kind] {
		if row < len(f.Objects) {
			o := &f.Objects[row]
			most = max(most, int64(o.Capacity), int64(o.Count))
		}
	}
	return most
}

// spread shares what is left out of a kind among its runs, by their length.
func (f *roundFinder) spread(kind int, n int64) {
	var runs []*run
	free := int64(0)
	for i := range f.runs {
		if r := &f.runs[i]; r.kind == kind {
			runs = append(runs, r)
			free += int64(r.rounds - keptRounds)
		}
	}
	rest := n
	for _, r := range runs {
		if free > 0 {
			r.leave = int(n * int64(r.rounds-keptRounds) / free)
			rest -= int64(r.leave)
		}
	}
	for _, r := range runs {
		more := min(rest, int64(r.rounds-keptRounds-r.leave))
		r.leave += int(more)
		rest -= more
	}
}

// without is the program without the rounds that are left out. They are after the first round of
// their run.
func (f *roundFinder) without() *Program {
	q := f.Clone()
	gone := map[int]bool{}
	for t, th := range q.Threads {
		drop := f.dropped(t)
		var body []*Stmt
		for i, s := range th.Body {
			switch {
			case !drop[i]:
				body = append(body, s)
			case s.Op == Go:
				f.startedBy(int(s.Arg), gone)
			}
		}
		th.Body = body
	}
	var kept []int
	for t := range q.Threads {
		if !gone[t] {
			kept = append(kept, t)
		}
	}
	return q.part(kept)
}

// dropped tells the statements of a thread that are left out.
func (f *roundFinder) dropped(t int) []bool {
	drop := make([]bool, len(f.Threads[t].Body))
	for _, r := range f.runs {
		if first := r.from + r.length; r.thread == t && r.leave > 0 {
			f.drop(drop, f.items[t], first, first+r.leave*r.length)
		}
	}
	return drop
}

// drop marks items, with the orders before them.
func (f *roundFinder) drop(marks []bool, list []item, from, to int) {
	at := 0
	if from > 0 {
		at = list[from-1].at + 1
	}
	for ; at <= list[to-1].at; at++ {
		marks[at] = true
	}
}

// startedBy adds a thread and those that it starts.
func (f *roundFinder) startedBy(t int, to map[int]bool) {
	to[t] = true
	for _, s := range f.Threads[t].Body {
		if s.Op == Go {
			f.startedBy(int(s.Arg), to)
		}
	}
}
