package lockgraph

import (
	"cmp"
	"math/bits"
	"slices"
	"unsafe"
)

// A slot numbers the goroutines of a run densely, in the order in which they
// were first heard of.
type slot uint32

// A clock says for every goroutine up to which Seq its events are included: a
// trie, and one more entry beside it. A goroutine that never learned anything
// since its start has the trie of its creator and the creator's Seq beside it:
// a go statement allocates nothing but what the creator learned itself.
//
// A clock is closed: with an event it includes all that happened before it. So
// the certificate (by, since) saves most joins: the trie is part of what
// goroutine by knew at its event since, and a clock that includes that event
// includes the trie. This is the test with which a join of tree clocks begins
// at the root (Mathur, Pavlogiannis, Tunç, Viswanathan, "A Tree Clock Data
// Structure for Causal Orderings in Concurrent Executions", ASPLOS 2022, 3.1).
// Deviations: the test is made in both directions, so that the younger clock is
// kept instead of being copied into the older one; and below the root the trie
// decides, because tree clocks are changed in place and cannot be shared by
// snapshots, while here every go statement, send and release leaves one.
//
// Time: a join is O(log goroutines) when one side has an event of the other's
// certificate, as along a chain, in a pool whose workers start their successors,
// or with a lock or an atomic that all use. Otherwise it is the number of nodes
// in which the two differ, at most the goroutines that both know. Memory: a clock
// is two words and what it does not share, O(log goroutines) for each event at
// which its goroutine learned something.
type clock struct {
	trie
	slot  slot
	by    slot
	seq   uint64 // of slot, when more than 0
	since uint64 // 0: no certificate
}

// get returns the Seq up to which the events of s are included, 0 for none.
func (c clock) get(s slot) uint64 {
	if c.slot == s {
		return max(c.seq, c.trie.get(s))
	}
	return c.trie.get(s)
}

// with returns c with the entry of s raised to seq.
func (c clock) with(s slot, seq uint64) clock {
	if c.get(s) >= seq {
		return c
	}
	if c.slot != s {
		c = c.flat()
	}
	c.slot, c.seq = s, seq
	return c
}

// flat returns the same clock with all entries in the trie. The certificate
// stays when it can cover the entry.
func (c clock) flat() clock {
	if c.seq == 0 {
		return c
	}
	f := clock{trie: c.trie.with(c.slot, c.seq)}
	if c.by == c.slot && c.since > 0 {
		f.by, f.since = c.by, max(c.since, c.seq)
	}
	return f
}

// sealed returns c, which is what goroutine s came to know at its event since,
// with a certificate. One that c has and whose event c includes is better: that
// event is known to more clocks.
func (c clock) sealed(s slot, since uint64) clock {
	if c.top == nil || c.since > 0 && (c.by == s || c.get(c.by) >= c.since) {
		return c
	}
	c.by, c.since = s, since
	return c
}

// covers reports whether d includes nothing that c does not, as far as
// certificates tell. O(log goroutines).
func (c clock) covers(d clock) bool {
	return c.coversTrie(d) && (d.seq == 0 || c.get(d.slot) >= d.seq)
}

func (c clock) coversTrie(d clock) bool {
	return d.top == nil || c.top == d.top || d.since > 0 && c.get(d.by) >= d.since
}

// includes reports whether c includes d.
func (c clock) includes(d clock) bool {
	return c.covers(d) || c.get(d.slot) >= d.seq && join(c.trie, d.trie, nil) == c.trie
}

// same reports whether c and d are one clock, whatever certifies them.
func (c clock) same(d clock) bool {
	return c.trie == d.trie && c.slot == d.slot && c.seq == d.seq
}

// join returns the least clock that includes c and d. It is c when c includes
// d, and shares its trie where possible. The tries come first: what one clock
// has beside its trie the other often has in its own.
func (c clock) join(d clock) clock {
	switch {
	case c.coversTrie(d):
		return c.with(d.slot, d.seq)
	case d.coversTrie(c):
		return d.with(c.slot, c.seq)
	}
	switch t := join(c.trie, d.trie, nil); t {
	case c.trie:
	case d.trie:
		return d.with(c.slot, c.seq)
	default:
		c.trie, c.by, c.since = t, 0, 0
		if t.get(c.slot) >= c.seq {
			c.slot, c.seq = 0, 0
		}
	}
	return c.with(d.slot, d.seq)
}

// each tells seen every slot that has an entry, some twice.
func (c clock) each(seen func(slot)) {
	c.trie.each(seen)
	if c.seq > 0 {
		seen(c.slot)
	}
}

// A trie maps slots to Seq, most significant bits of the slot first, and is
// immutable: a copy is a pointer, two tries share what they have in common, and
// a join costs what they differ in. Goroutines that came later are in other
// subtrees than older ones: joining a short-lived goroutine into a clock that
// knows thousands of them touches one path.
type trie struct {
	top    *node
	height uint8 // of top: a leaf has height 0
}

const (
	fanBits = 3
	fan     = 1 << fanBits
)

// A node is a branch. The kids of a branch of height 1, and the top of a trie of
// height 0, are leaves: only who knows the height may follow them. An interface
// would double the size, and leaves that are of the same type as branches would
// be searched for pointers.
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
// a where a includes b, and the other way round. It tells seen, if any, every
// slot whose entry in a rises.
func join(a, b trie, seen func(slot)) trie {
	if a.top == b.top || b.top == nil {
		return a
	}
	if a.height != b.height {
		h := max(a.height, b.height)
		a, b = a.lift(h), b.lift(h)
	}
	return trie{joinNode(a.top, b.top, a.height, 0, seen), a.height}
}

func joinNode(a, b *node, h uint8, base slot, seen func(slot)) *node {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		b.each(h, base, seen)
		return b
	case h == 0:
		return joinLeaf(a, b, base, seen)
	}
	var kid [fan]*node
	isA, isB := true, true
	for i := range kid {
		kid[i] = joinNode(a.kid[i], b.kid[i], h-1, base|slot(i)<<(h*fanBits), seen)
		isA = isA && kid[i] == a.kid[i]
		isB = isB && kid[i] == b.kid[i]
	}
	switch {
	case isA:
		return a
	case isB:
		return b
	}
	return &node{kid: kid}
}

func joinLeaf(a, b *node, base slot, seen func(slot)) *node {
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
		return a
	case isB:
		return b
	}
	m := new(leaf)
	for i, v := range inB {
		m.at[i] = max(inA[i], v)
	}
	return m.node()
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
