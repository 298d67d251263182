package condvar

import "slices"

// SharedContext is the name of the channel that each context has which ended before its first
// Done. Package context closes it at the start.
const SharedContext = "context.closedchan"

// openContexts lets every wait for a context end, where a recording has the shared channel. A
// context may be that channel in one recording and a channel of its own in the other. Then
// no goroutine of the joined program closes its own one, although the context ended.
func (j *splice) openContexts() {
	shared := func(o Object) bool { return o.Name == SharedContext }
	if !slices.ContainsFunc(j.p.Objects, shared) && !slices.ContainsFunc(j.q.Objects, shared) {
		return
	}
	for i := range j.out.Objects {
		o := &j.out.Objects[i]
		o.Timer = o.Timer || o.Context
	}
}
