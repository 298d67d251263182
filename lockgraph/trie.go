package lockgraph

import (
	"cmp"
	"math/bits"
	"slices"
	"unsafe"
)

// A trie maps slots to Seq, most significant bits of the slot first, and is immutable.
// A copy is a pointer, two tries share their common parts, and a join costs their
// difference. Goroutines that came later are in other subtrees than older ones. So the
// join of a short-lived goroutine into a clock that knows thousands of them touches one
// path.
type trie struct {
	top    *node
	height uint8 // of top: a leaf has height 0
}

const (
	fanBits = 3
	fan     = 1 << fanBits
)

// A node is a branch. The kids of a branch of height 1, and the top of a trie of height
// 0, are leaves. Only code that knows the height may follow them. An interface would
// double the size. The garbage collector would search leaves for pointers if they had
// the type of branches.
type node struct{ kid [fan]*node }

// A leaf has the entries of fan slots.
type leaf struct{ at [fan]uint64 }

// leaf returns the leaf that n, of height 0, is.
func (n *node) leaf() *leaf { return (*leaf)(unsafe.Pointer(n)) }

// node returns l as a kid.
func (l *leaf) node() *node { return (*node)(unsafe.Pointer(l)) }

func (t trie) get(s slot) uint64 {
	if t.top == nil || heightOf(s) > t.height {
		return 0
	}
	n := t.top
	for h := t.height; h > 0; h-- {
		if n = n.kid[digit(s, h)]; n == nil {
			return 0
		}
	}
	return n.leaf().at[s%fan]
}

func (t trie) with(s slot, seq uint64) trie {
	if t.get(s) >= seq {
		return t
	}
	t = t.lift(heightOf(s))
	return trie{t.top.with(t.height, s, seq), t.height}
}

func (n *node) with(h uint8, s slot, seq uint64) *node {
	if h == 0 {
		m := new(leaf)
		if n != nil {
			*m = *n.leaf()
		}
		m.at[s%fan] = seq
		return m.node()
	}
	m := new(node)
	if n != nil {
		*m = *n
	}
	i := digit(s, h)
	m.kid[i] = m.kid[i].with(h-1, s, seq)
	return m
}

// lift returns the same trie with a height of at least h.
func (t trie) lift(h uint8) trie {
	if t.top == nil {
		return trie{nil, max(t.height, h)}
	}
	for t.height < h {
		t = trie{&node{kid: [fan]*node{t.top}}, t.height + 1}
	}
	return t
}

// join returns the least trie that includes a and b; it shares everything with
// a where a includes b, and the other way round.
func join(a, b trie) trie { return joiner{}.join(a, b) }

// A joiner joins tries.
type joiner struct {
	seen func(slot) // told every slot whose entry in the first trie rises, if not nil
	memo *memo      // may be nil
}

func (j joiner) join(a, b trie) trie {
	if a.top == b.top || b.top == nil {
		return a
	}
	if a.height != b.height {
		h := max(a.height, b.height)
		a, b = a.lift(h), b.lift(h)
	}
	return trie{j.node(a.top, b.top, a.height, 0).node, a.height}
}

// A joined is the join of a and b: perhaps one of them, or both.
type joined struct {
	node     *node
	isA, isB bool
}

// node joins two nodes of a height. Where both say the same, b takes over the
// memory of a: clocks that learned the same over several objects come to share
// it, and joins of their successors do not compare it again.
func (j joiner) node(a, b *node, h uint8, base slot) joined {
	switch {
	case a == b:
		return joined{a, true, true}
	case b == nil:
		return joined{a, true, false}
	case a == nil:
		b.each(h, base, j.seen)
		return joined{b, false, true}
	case h == 0:
		return joinLeaf(a, b, base, j.seen)
	}
	if out, ok := j.memo.find(a, b); ok {
		return out
	}
	out := j.branch(a, b, h, base)
	j.memo.keep(a, b, out)
	return out
}

func (j joiner) branch(a, b *node, h uint8, base slot) joined {
	var kid [fan]*node
	isA, isB := true, true
	for i := range kid {
		k := j.node(a.kid[i], b.kid[i], h-1, base|slot(i)<<(h*fanBits))
		if k.isA && k.isB {
			b.kid[i] = k.node
		}
		kid[i], isA, isB = k.node, isA && k.isA, isB && k.isB
	}
	switch {
	case isA:
		return joined{a, true, isB}
	case isB:
		return joined{b, false, true}
	}
	return joined{node: &node{kid: kid}}
}

func joinLeaf(a, b *node, base slot, seen func(slot)) joined {
	isA, isB := true, true
	inA, inB := &a.leaf().at, &b.leaf().at
	for i, v := range inB {
		switch {
		case v > inA[i]:
			isA = false
			if seen != nil {
				seen(base | slot(i))
			}
		case v < inA[i]:
			isB = false
		}
	}
	switch {
	case isA:
		return joined{a, true, isB}
	case isB:
		return joined{b, false, true}
	}
	m := new(leaf)
	for i, v := range inB {
		m.at[i] = max(inA[i], v)
	}
	return joined{node: m.node()}
}

// each tells seen every slot that has an entry below n.
func (n *node) each(h uint8, base slot, seen func(slot)) {
	if n == nil || seen == nil {
		return
	}
	for i := range slot(fan) {
		if h > 0 {
			n.kid[i].each(h-1, base|i<<(h*fanBits), seen)
		} else if n.leaf().at[i] > 0 {
			seen(base | i)
		}
	}
}

func (t trie) each(seen func(slot)) { t.top.each(t.height, 0, seen) }

// An entry is one goroutine of a clock.
type entry struct {
	slot slot
	seq  uint64
}

// trieOf returns the trie with the given entries. It reorders them.
func trieOf(entries []entry) trie {
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.slot, b.slot), cmp.Compare(a.seq, b.seq))
	})
	h := heightOf(entries[len(entries)-1].slot)
	return trie{nodeOf(entries, h), h}
}

func nodeOf(entries []entry, h uint8) *node {
	if h == 0 {
		l := new(leaf)
		for _, e := range entries { // ascending
			l.at[e.slot%fan] = e.seq
		}
		return l.node()
	}
	n := new(node)
	for len(entries) > 0 {
		i := digit(entries[0].slot, h)
		size := 1
		for size < len(entries) && digit(entries[size].slot, h) == i {
			size++
		}
		n.kid[i] = nodeOf(entries[:size], h-1)
		entries = entries[size:]
	}
	return n
}

// heightOf returns the height a trie needs to hold s.
func heightOf(s slot) uint8 {
	return uint8(max(bits.Len32(uint32(s))-1, 0) / fanBits)
}

func digit(s slot, h uint8) slot { return s >> (h * fanBits) % fan }
