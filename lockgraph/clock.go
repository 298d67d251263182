package lockgraph

import "math/bits"

// A slot numbers the goroutines of a run densely, in the order in which they
// were first heard of.
type slot uint32

// A clock says for every goroutine up to which Seq its events are included.
// It is an immutable trie over slots, most significant bits first, so that
// a copy is a pointer, two clocks share what they have in common, and a join
// costs what they differ in. Goroutines that came later are in other subtrees
// than older ones: joining a short-lived goroutine into a clock that knows
// thousands of them touches one path. (Tree clocks, Mathur et al., ASPLOS 2022,
// give the same bound for joins but cannot be shared by snapshots.)
type clock struct {
	top    *node
	height uint8 // of top: a leaf has height 0
}

const (
	fanBits = 3
	fan     = 1 << fanBits
)

// A node is a leaf (at) or a branch (kid). One type for both wastes half of
// its 128 bytes and saves an unsafe cast or an interface in each of 8 links.
type node struct {
	at  [fan]uint64
	kid [fan]*node
}

// get returns the Seq up to which the events of s are included, 0 for none.
func (c clock) get(s slot) uint64 {
	if c.top == nil || heightOf(s) > c.height {
		return 0
	}
	n := c.top
	for h := c.height; h > 0; h-- {
		if n = n.kid[digit(s, h)]; n == nil {
			return 0
		}
	}
	return n.at[s%fan]
}

// with returns c with the entry of s raised to seq.
func (c clock) with(s slot, seq uint64) clock {
	if c.get(s) >= seq {
		return c
	}
	c = c.lift(heightOf(s))
	return clock{c.top.with(c.height, s, seq), c.height}
}

func (n *node) with(h uint8, s slot, seq uint64) *node {
	m := new(node)
	if n != nil {
		*m = *n
	}
	if h == 0 {
		m.at[s%fan] = seq
		return m
	}
	i := digit(s, h)
	m.kid[i] = m.kid[i].with(h-1, s, seq)
	return m
}

// lift returns the same clock with a height of at least h.
func (c clock) lift(h uint8) clock {
	if c.top == nil {
		return clock{nil, max(c.height, h)}
	}
	for c.height < h {
		c = clock{&node{kid: [fan]*node{c.top}}, c.height + 1}
	}
	return c
}

// join returns the least clock that includes a and b. The result shares
// everything with a where a includes b, and the other way round.
func join(a, b clock) clock { return joinSeen(a, b, nil) }

// joinSeen is join; it tells seen every slot whose entry in a rises.
func joinSeen(a, b clock, seen func(slot)) clock {
	if a.top == b.top || b.top == nil {
		return a
	}
	h := max(a.height, b.height)
	a, b = a.lift(h), b.lift(h)
	return clock{joinNode(a.top, b.top, h, 0, seen), h}
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
	for i, v := range b.at {
		switch {
		case v > a.at[i]:
			isA = false
			if seen != nil {
				seen(base | slot(i))
			}
		case v < a.at[i]:
			isB = false
		}
	}
	switch {
	case isA:
		return a
	case isB:
		return b
	}
	m := &node{at: a.at}
	for i, v := range b.at {
		m.at[i] = max(m.at[i], v)
	}
	return m
}

// each tells seen every slot that has an entry below n.
func (n *node) each(h uint8, base slot, seen func(slot)) {
	if n == nil || seen == nil {
		return
	}
	for i := range slot(fan) {
		if h > 0 {
			n.kid[i].each(h-1, base|i<<(h*fanBits), seen)
		} else if n.at[i] > 0 {
			seen(base | i)
		}
	}
}

// each tells seen every slot that has an entry.
func (c clock) each(seen func(slot)) { c.top.each(c.height, 0, seen) }

// heightOf returns the height a trie needs to hold s.
func heightOf(s slot) uint8 {
	return uint8(max(bits.Len32(uint32(s))-1, 0) / fanBits)
}

func digit(s slot, h uint8) slot { return s >> (h * fanBits) % fan }
