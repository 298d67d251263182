package lockfacts

import (
	"slices"
	"strings"
)

// A function calls its argument, and then answers a waiting goroutine. The locks of the argument's target come before its
// answer:
//
//	func (t *Timer) run(f func()) { for { select { case <-t.stop: return; case <-t.tick: }; f() } }
//
// The function that starts it as a goroutine knows the target (go t.run(s.save)). Until then the call stands in
// Before and Instead by the name of the argument.

// CallsArgument reports whether an operation comes after a call of a function argument whose target is not known
// here.
func (b *Communication) CallsArgument() bool {
	return slices.ContainsFunc(b.Before, isArgument) || slices.ContainsFunc(b.Instead, isArgument)
}

// given puts what the arguments of a called function do in the place of their names in an event of it.
func (w *walker) given(ev *Event, env environment) {
	ev.Before, ev.Instead = w.ofArguments(ev.Before, env), w.ofArguments(ev.Instead, env)
}

func (w *walker) ofArguments(list []string, env environment) []string {
	if !slices.ContainsFunc(list, isArgument) {
		return list
	}
	var now []string
	for _, n := range list {
		if root, ok := strings.CutPrefix(n, argument); ok {
			now = addNodes(now, w.doneBy(root, env))
		} else {
			now = addNode(now, n)
		}
	}
	return now
}

// doneBy are the acquisitions of the argument that a root stands for: its own events, or its name where it is an
// argument of the caller as well.
func (w *walker) doneBy(root string, env environment) []string {
	a, ok := env.arg(root)
	if !ok {
		return nil
	}
	if a.Fn == nil {
		return addNode(nil, (&DynamicCall{Recv: a.Path}).ofArgument())
	}
	sum := w.pkg.summary(a.Fn.Name)
	if sum == nil {
		return nil
	}
	var list []string
	for i := range sum.left.all() {
		list = append(list, w.pkg.numbers.names[i])
	}
	for i := range sum.Events {
		list = addNode(list, leaves(&sum.Events[i]))
	}
	return list
}
