package lockgraph

// A slot numbers the goroutines of a run densely, in the order in which they
// were first heard of.
type slot uint32

// A clock says for every goroutine up to which Seq its events are included: a
// trie, and one more entry beside it. A goroutine that never learned anything
// since its start has the trie of its creator and the creator's Seq beside it:
// a go statement allocates only the new knowledge of the creator.
//
// A clock is closed: with an event it includes all that happened before it. So
// the certificate (by, since) saves most joins: the trie is part of the knowledge of
// goroutine by at its event since, and a clock that includes that event
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
// is two words and its nodes that are not shared, O(log goroutines) for each event at
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

// sealed returns c, the knowledge of goroutine s at its event since,
// with a certificate. A certificate that c has and whose event c includes is better: that
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
	if c.covers(d) {
		return true
	}
	all := c.flat().trie
	return all.get(d.slot) >= d.seq && join(all, d.trie) == all
}

// same reports whether c and d are one clock, even with different certificates.
func (c clock) same(d clock) bool {
	return c.trie == d.trie && c.slot == d.slot && c.seq == d.seq
}

// join returns the least clock that includes c and d. It is c when c includes
// d, and shares its trie where possible. The tries come first: one clock often has
// in its trie the components that the other one has beside it.
func (c clock) join(d clock, m *memo) clock {
	switch {
	case c.coversTrie(d):
		return c.with(d.slot, d.seq)
	case d.coversTrie(c):
		return d.with(c.slot, c.seq)
	}
	switch t := m.join(c.trie, d.trie); t {
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
