package drive

// This file makes drivers towards what a static check suspects.

// A Candidate is a possible deadlock. It has the exported functions, as T.M or F, from which each of its goroutines may come to its operations.
// The nearest ones come first.
type Candidate struct{ Entries [][]string }

// mostCandidates is how many drivers of a package come from candidates.
const mostCandidates = 48

// mostSetUp is how many calls come before those of a candidate. Their branches may need a state.
const mostSetUp = 9

// suspected are the functions that the i-th driver of a candidate calls: one for each goroutine. nil is a candidate without an entry.
func (a *API) suspected(c Candidate, i int) (list []function) {
	for _, keys := range c.Entries {
		var known []function
		for _, key := range keys {
			for _, f := range append(a.offered(a.all()), a.offered(a.makers)...) {
				if f.key() == key {
					known = append(known, f)
					break
				}
			}
		}
		if len(known) == 0 {
			return nil
		}
		list = append(list, known[i%len(known)])
		i /= len(known)
	}
	return list
}

// towards is a driver whose goroutines begin with the calls of a candidate. A candidate of a single goroutine has its call made twice.
func (g *generator) towards(functions []function) *Driver {
	if len(functions) == 0 {
		return nil
	}
	d := &Driver{Seq: g.begin()}
	d.Seq = g.more(d.Seq, g.r.Intn(mostSetUp))
	for _, f := range functions {
		c, ok := g.on(f, &d.Seq)
		if !ok {
			return nil
		}
		if len(functions) > 1 {
			d.Par = append(d.Par, []Call{c})
			continue
		}
		d.Seq = append(d.Seq, c)
		if c, ok := g.on(f, &d.Seq); ok {
			d.Seq = append(d.Seq, c)
		}
	}
	return g.end(d)
}
