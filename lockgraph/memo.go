package lockgraph

import "unsafe"

// A memo has memoSets sets of memoWays results: 5 MB.
const (
	memoSets = 1 << 15
	memoWays = 4
)

// memoFrom is how many goroutines make a memo worth its memory.
const memoFrom = 4096

// A memo remembers the results of the latest joins of two nodes, as the operation
// caches of decision diagrams do (Brace, Rudell, Bryant, "Efficient Implementation of a
// BDD Package", DAC 1990, 3.3). Deviation: a new result replaces the result of its set
// that was not asked for longest. Results about many goroutines are asked for at each
// join, and cost most to find again.
//
// A memo serves objects that each tell of the same thousands of ended goroutines, but
// of another last event of them. The goroutines that use several of these objects join
// them again and again, and the old parts of the clocks are in the same nodes each
// time.
//
// It is for objects of which each tells of the same thousands of goroutines that
// ended, but of another last event of them. The goroutines that use several of
// these objects join them again and again, and their old parts are in the same
// nodes each time.
type memo struct{ sets [memoSets][memoWays]result }

// A result is the join of a and b.
type result struct {
	a, b *node
	out  joined
}

func (m *memo) set(a, b *node) *[memoWays]result {
	h := mix(mix(0, uint64(uintptr(unsafe.Pointer(a)))), uint64(uintptr(unsafe.Pointer(b))))
	return &m.sets[h%memoSets]
}

// find returns what came out of a and b, if that is remembered.
func (m *memo) find(a, b *node) (joined, bool) {
	if m == nil {
		return joined{}, false
	}
	set := m.set(a, b)
	for i, r := range set {
		if r.a == a && r.b == b {
			copy(set[1:], set[:i])
			set[0] = r
			return r.out, true
		}
	}
	return joined{}, false
}

// keep remembers what came out of a and b.
func (m *memo) keep(a, b *node, out joined) {
	if m == nil {
		return
	}
	set := m.set(a, b)
	copy(set[1:], set[:])
	set[0] = result{a, b, out}
}

func (m *memo) join(a, b trie) trie { return joiner{memo: m}.join(a, b) }

// mix is a step of a multiplicative hash; equality is checked elsewhere.
func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}
