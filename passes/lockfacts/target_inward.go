package lockfacts

import (
	"go/types"
	"slices"
	"strings"
)

// Objects of one interface are put into one another in layers:
//
//	func (e *Endpoint) SetAddress(a Addr) { e.mu.Lock(); defer e.mu.Unlock(); e.lower.SetAddress(a) }
//
// where an Endpoint is what its lower is as well. A lower one that calls another object of the same interface calls
// one that is in it, or beside it, and not the one that it is in, unless somewhere the two are seen to
// lead to each other.

// inward returns the selector of the field by which a function calls the method of its own name on what its receiver
// has in it, by an interface that the receiver has as well; or "".
func (a *analyzer) inward(f *Func, ev *Event) string {
	iface, method, ok := cutLast(ev.Dyn.Key)
	if !ok || f.Fn.Name() != method || len(ev.Via) > 0 || f.Fn.Signature.Recv() == nil || !ev.Dyn.ownField(f.Fn) || ev.Dyn.Recv.Root != "P0" {
		return ""
	}
	set, has := types.NewMethodSet(f.Fn.Signature.Recv().Type()), map[string]bool{}
	for m := range set.Methods() {
		if fn, ok := m.Obj().(*types.Func); ok {
			has[signature(fn)] = true
		}
	}
	if slices.ContainsFunc(a.ifaces[iface], func(sig string) bool { return !has[sig] }) {
		return ""
	}
	return lastSelector(withoutVersions(ev.Dyn.Recv.Path))
}

// cutLast cuts the key of an open call of a method into the interface and the method.
func cutLast(key string) (iface, method string, ok bool) {
	i := strings.LastIndexByte(key, '.')
	if !strings.HasPrefix(key, "I:") || i < 0 {
		return "", "", false
	}
	return key[:i], key[i+1:], true
}

// isOfReceiver reports whether a lock that is held is part of the receiver itself.
func (h *Held) isOfReceiver() bool {
	return h.Lock.Root == "P0" && !strings.Contains(h.Lock.Path, "->")
}

// LeadsBack reports whether an object was seen that keeps another one, one of them in a field, where the other one leads
// back to it.
func (r *Result) LeadsBack(field string) bool {
	for key, to := range r.owners {
		if strings.HasPrefix(to, selfOnly) && strings.Contains(key, field) {
			return true
		}
	}
	return false
}

// Gives reports whether a method of the interface of an open call returns what another open call is made on: a batch of a
// database is of the database's kind.
func (r *Result) Gives(open, other string) bool {
	iface, _, ok := cutLast(open)
	given, _, isMethod := cutLast(other)
	return ok && isMethod && slices.ContainsFunc(r.kinds[iface], func(sig string) bool {
		_, results, _ := strings.Cut(sig, ")(")
		return slices.Contains(strings.Split(strings.TrimSuffix(results, ")"), ","), strings.TrimPrefix(given, "I:"))
	})
}

// HasMethod reports whether the interface of an open call has a method of some name.
func (r *Result) HasMethod(open, method string) bool {
	iface, _, ok := cutLast(open)
	return ok && slices.ContainsFunc(r.kinds[iface], func(sig string) bool { return methodName(sig) == method })
}
