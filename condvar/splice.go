package condvar

import (
	"fmt"
	"slices"
	"strings"
)

// MaxSplices is how many joined programs are made of two recordings, at most.
const MaxSplices = 16

// A SplicedProgram is a trace program in which some threads take the control flow that another
// recording of the same test has of them.
type SplicedProgram struct {
	*Program
	Spliced []int  // those threads, and the threads that only the other recording has
	Holds   []Stop // the last places of those threads at which others may decide their way
}

// Words are the control flows of the other recording, in words. Programs joined with the same
// program that have the same words are equal but for orders.
func (j SplicedProgram) Words() string {
	var words strings.Builder
	for _, t := range j.Spliced {
		fmt.Fprintln(&words, "thread", t, j.Threads[t].End)
		words.WriteString(j.way(t, func(o int) string { return fmt.Sprint(o) }))
	}
	return words.String()
}

// Splice makes programs of p in which threads take their control flow from q, a program of
// another recording of the same test. A recording shows one branch of each decision: a
// select that was ready, a timer that did not fire, an error that did not come. Another
// recording may have the other branch of one goroutine. That branch may deadlock with
// goroutines of the first recording. CheckMate has one recording; the combinations are ours.
//
// The roots map threads of q to the same threads of p. Their children are matched by the
// places of their go statements (see match). Combinations are tried by size: each thread
// alone, all together, then two, and so on. The goroutines of one go statement have the
// control flows of one recording among them (see divided). So have two that compete for
// an atomic variable (see contest). No more than MaxSplices are made, and more reports
// whether there were others.
//
// A thread of q may be blocked when the recording of q ends. It counts in a deadlock if it came
// to its end in p. A thread that is blocked in both may wait for work.
//
// Both programs must come from Build unchanged. Reduce drops an object for which no thread
// waits, and in a joined program a thread may wait for it. No program is made where a thread
// would use an object of q that may be one of several in p. The time is linear in the
// statements for each program.
func Splice(p, q *Program, roots map[int]int) (joined []SplicedProgram, more bool) {
	if q.Incomplete() || p.Incomplete() {
		return nil, false
	}
	m := match(p, q, roots)
	m.ends = true
	return m.joinAll(m.differ())
}

// JoinTests is [Join] for programs of two tests. Only goroutines are paired that the same go
// statement started, see [CommonStarts]. A goroutine does not take another control flow that
// its parameters alone may decide.
func JoinTests(p, q *Program) (joined []SplicedProgram, more bool) {
	if q.Incomplete() || p.Incomplete() {
		return nil, false
	}
	m := match(p, q, CommonStarts(p, q))
	return m.joinAll(slices.DeleteFunc(m.differ(), func(t int) bool {
		return !dependsOnSchedule(p.Threads[m.threads[t]], q.Threads[t])
	}))
}

// joinAll makes the programs in which some of the threads that differ go their way.
func (m *matching) joinAll(differ []int) (joined []SplicedProgram, more bool) {
	groups := m.siblings()
	contests := m.contests(differ)
	for _, set := range subsets(differ) {
		if !partitioned(groups, set) || !sameRecording(contests, set) {
			continue
		}
		if len(joined) == MaxSplices {
			return joined, true
		}
		if j, ok := m.join(set); ok {
			joined = append(joined, j)
		}
	}
	return joined, false
}

// differ are the threads of q that went another way than in p.
func (m *matching) differ() (list []int) {
	for t := range m.q.Threads {
		to, ok := m.threads[t]
		if !ok {
			continue
		}
		a, b := m.p.Threads[to], m.q.Threads[t]
		same := slices.EqualFunc(flow(flatten(a.Body)), flow(flatten(b.Body)), m.sameStep)
		if !same && !a.Truncated && !b.Truncated {
			list = append(list, t)
		}
	}
	return list
}

// sameStep reports whether a thread does the same in both recordings.
func (m *matching) sameStep(a, b *Stmt) bool {
	if a.Op != b.Op || a.spot() != b.spot() || a.Op != Select && a.Op != RecvClosed {
		return a.Op == b.Op && a.spot() == b.spot()
	}
	x, y := a.choices()[0], b.choices()[0]
	is, ok := m.objs[y.Chan]
	return x.Send == y.Send && (ok && is == x.Chan || m.q.Objects[y.Chan].Timer && m.p.Objects[x.Chan].Timer)
}

// maxSets bounds the combinations of which a program is tried.
const maxSets = 4 * MaxSplices

// subsets lists the sets that are not empty: single ones, the whole, then by size.
func subsets(list []int) (sets [][]int) {
	for size := 1; size < len(list) && len(sets) <= maxSets; size++ {
		sets = choose(sets, nil, list, size)
		if size == 1 {
			sets = append(sets, list)
		}
	}
	if len(list) == 1 {
		sets = append(sets, list)
	}
	return sets
}

// choose appends the sets of some size.
func choose(sets [][]int, begun, list []int, size int) [][]int {
	if size == 0 {
		return append(sets, slices.Clone(begun))
	}
	for i := 0; i+size <= len(list) && len(sets) <= maxSets; i++ {
		sets = choose(sets, append(begun, list[i]), list[i+1:], size-1)
	}
	return sets
}
