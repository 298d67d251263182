package typestate

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Pair is a call that went well and the call that it came after: the nearest earlier
// call of another goroutine on the object. Only goroutine, site, type and method of
// both are known.
type Pair struct{ Before, Call *Call }

// Pairs returns the pairs on the objects of a type, one for each two call sites. It
// includes pairs whose calls are not kept any more, or never were.
func (r *Recording) Pairs(typ string) []Pair { return r.pairs[typ] }

// pairing finds the pairs while calls are read.
type pairing struct {
	latest map[uint64]neighbours
	seen   map[[2]int]bool
}

// neighbours are the latest call on an object, and the latest of another goroutine than
// its, which is nil when there is none.
type neighbours struct{ last, other *site }

// A site is the record of a call in a pair.
type site struct {
	g      trace.G
	number int
	method string
}

func newPairing() pairing { return pairing{map[uint64]neighbours{}, map[[2]int]bool{}} }

// begin notes a call, and the calls before it.
func (p *pairing) begin(c *Call) {
	n := p.latest[c.Object]
	if n.last != nil && n.last.g != c.G {
		n.other = n.last
	}
	c.behind = n.other
	n.last = &site{c.G, c.Site, c.Method}
	p.latest[c.Object] = n
}

// end notes the pair of a call that is over.
func (p *pairing) end(c *Call, r *Recording) {
	if c.behind == nil || c.Outcome != Returned {
		return
	}
	key := [2]int{c.behind.number, c.Site}
	if p.seen[key] {
		return
	}
	p.seen[key] = true
	before := &Call{G: c.behind.g, Type: c.Type, Site: c.behind.number, Method: c.behind.method}
	r.pairs[c.Type] = append(r.pairs[c.Type], Pair{before, &Call{G: c.G, Type: c.Type, Site: c.Site, Method: c.Method}})
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

// SameObject reports whether the call of a violation and its cause were made on one
// object in this run, by their call sites.
func (r *Recording) SameObject(v Violation) bool {
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
