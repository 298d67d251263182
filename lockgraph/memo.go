package lockgraph

import "unsafe"

// memoSize is the number of results in a memo: half a megabyte.
const memoSize = 1 << 14

// A memo remembers what came out of the latest joins of two nodes, as the
// operation caches of decision diagrams do (Brace, Rudell, Bryant, "Efficient
// Implementation of a BDD Package", DAC 1990, 3.3), with a place for each hash
// that the next result takes. Objects of which each tells of the same thousands
// of goroutines that ended, but of another last event of them, are joined again
// and again by the goroutines that use them all: what is old in them is in the
// same nodes each time.
type memo struct {
	list [memoSize]struct {
		a, b *node
		out  joined
	}
}

func memoAt(a, b *node) uint64 {
	return mix(mix(0, uint64(uintptr(unsafe.Pointer(a)))), uint64(uintptr(unsafe.Pointer(b)))) % memoSize
}

// find returns what came out of a and b, if that is remembered.
func (m *memo) find(a, b *node) (joined, bool) {
	if m == nil {
		return joined{}, false
	}
	e := &m.list[memoAt(a, b)]
	return e.out, e.a == a && e.b == b
}

func (m *memo) keep(a, b *node, out joined) {
	if m == nil {
		return
	}
	e := &m.list[memoAt(a, b)]
	e.a, e.b, e.out = a, b, out
}

func (m *memo) join(a, b trie) trie { return joiner{memo: m}.join(a, b) }
