package lockorder

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// An object that wraps another one of the same interface calls the method that it is called by:
//
//	func (c *Cache) Token() string { c.mu.Lock(); ...; return c.base.Token() }
//
// Two types that do so wrap each other as far as their types go, in both orders. Objects do not: one
// that came back to itself would call itself for ever, and hang in the first goroutine that comes.

// wrapsAround reports whether a path and the edge that closes it are of such objects: each
// takes the lock that the one before waits for where it goes on to the next, by the same method.
func (s *search) wrapsAround(path []int, e *lockfacts.Edge) bool {
	before := e
	for _, i := range path {
		o := &s.edges[i]
		if !leadsTo(before, o) {
			return false
		}
		before = o
	}
	return leadsTo(before, e)
}

// leadsTo reports whether who waits in one edge is in the function that holds in another one,
// and comes to it by the call that it makes itself.
func leadsTo(a, b *lockfacts.Edge) bool {
	return a.Open != "" && a.Open == b.Open && a.To.Site.Func == b.From.Site.Func
}

// olderAround reports whether on a path and the edge that closes it each object is older than the
// one before: then it does not come back to where it began.
func (s *search) olderAround(path []int, e *lockfacts.Edge) bool {
	older := func(e *lockfacts.Edge) bool { return s.objects.Older(e.To, e.From) }
	return older(e) && !slices.ContainsFunc(path, func(i int) bool { return !older(&s.edges[i]) })
}
