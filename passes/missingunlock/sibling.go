package missingunlock

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// releasedByAnother reports whether a function literal calls another one that it
// captures, and one beside it releases the lock: where it is not known what a captured
// variable holds, it is in all likelihood that one.
func releasedByAnother(r *lockfacts.Reporter, f *lockfacts.Func, h lockfacts.Held) bool {
	return f.Fn.Parent() != nil && f.CallsVariable && slices.ContainsFunc(r.Facts.Funcs, func(g *lockfacts.Func) bool {
		return g != f && g.Fn.Parent() == f.Fn.Parent() && slices.ContainsFunc(g.Exits, func(e lockfacts.Exit) bool {
			return slices.ContainsFunc(e.Freed, func(u lockfacts.Freed) bool { return u.Lock.Node() == h.Lock.Node() })
		})
	})
}
