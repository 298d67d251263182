package typestate

import "slices"

// A Pair is a call that went well and the one that it came after: the nearest
// earlier call of another goroutine on the object.
type Pair struct{ Before, Call *Call }

// Pairs returns the pairs on the objects of a type, one of each two call sites.
func (r *Recording) Pairs(typ string) []Pair {
	seen := map[[2]int]bool{}
	var pairs []Pair
	for _, o := range r.order {
		calls := r.objects[o]
		if calls[0].Type != typ {
			continue
		}
		var last, other *Call // the latest call, and the latest of another goroutine than its
		for _, c := range calls {
			if last != nil && last.G != c.G {
				other = last
			}
			last = c
			if other == nil || c.Outcome != Returned || seen[[2]int{other.Site, c.Site}] {
				continue
			}
			seen[[2]int{other.Site, c.Site}] = true
			pairs = append(pairs, Pair{other, c})
		}
	}
	return pairs
}

// Cause is the call before which the violation's would have been allowed: the
// nearest one of another goroutine, or else the one before it. It is nil when there
// is none.
func (v Violation) Cause() *Call {
	before := v.Path[:len(v.Path)-1]
	for _, c := range slices.Backward(before) {
		if c.G != v.Call.G {
			return c
		}
	}
	if n := len(before); n > 0 {
		return before[n-1]
	}
	return nil
}

// Together reports whether the call of a violation and its cause were made on one
// object in this run, by their call sites.
func (r *Recording) Together(v Violation) bool {
	sites := []int{v.Call.Site}
	if c := v.Cause(); c != nil {
		sites = append(sites, c.Site)
	}
	for _, calls := range r.objects {
		at := func(site int) bool { return slices.ContainsFunc(calls, func(c *Call) bool { return c.Site == site }) }
		if calls[0].Type == v.Call.Type && !slices.ContainsFunc(sites, func(s int) bool { return !at(s) }) {
			return true
		}
	}
	return false
}
