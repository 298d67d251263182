package lockfacts

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A function that is only put into objects which one field holds is not called by those which
// another one holds: the hook of stream.store calls back to the stream, and raft.log, of the
// same type, has none.
//
//	s.store.hook = s.updated
//
// Where the object is not known yet that the hook is in, what lies behind it goes with the
// object: it happens only within those fields.

// A within is an object with such a function, and the fields that hold those which have it.
type within struct {
	object syncop.AccessPath
	fields []string
}

// heldBy is the field that holds the object into which something is put, or "".
func heldBy(slot syncop.AccessPath) string {
	object, _, ok := ownerOf(slot)
	if !ok {
		return ""
	}
	return heldIn(object)
}

// heldIn is the field that holds an object.
func heldIn(object syncop.AccessPath) string {
	sel, _ := holderOf(object.String() + ".")
	return sel
}

// functions are the targets of a call of a field, those of one function with
// all fields that hold the objects into which it is put.
func functions(stored []StoredFunc) []target {
	var list []target
	at := map[StoredFunc]int{}
	for _, fn := range stored {
		in := fn.In
		fn.In = ""
		i, ok := at[fn]
		if !ok {
			i = len(list)
			at[fn] = i
			t := target{key: fn.Func, bound: fn.Meth, back: fn.Back, in: []string{}}
			if fn.Meth {
				t.recv = &Arg{Path: syncop.AccessPath{Root: syncop.Unknown, Types: fn.Recv}}
			}
			list = append(list, t)
		}
		switch t := &list[i]; {
		case in == "":
			t.in = nil // any
		case t.in != nil:
			t.in = addNode(t.in, in)
		}
	}
	return list
}

// mayHave reports whether the object in whose field a function is called may have that target,
// and under which condition, if that is not known yet.
func (d *DynamicCall) mayHave(t target) (cond *within, ok bool) {
	if len(t.in) == 0 {
		return nil, true
	}
	object, _, ok := ownerOf(d.Recv)
	if !ok {
		return nil, true
	}
	return restrict(within{object, t.fields()})
}

func (t target) fields() []string { return slices.Sorted(slices.Values(t.in)) }

// restrict decides a condition by the field that holds the object. A parameter is not held
// by one.
func restrict(c within) (cond *within, ok bool) {
	switch in := heldIn(c.object); {
	case in != "":
		return nil, slices.Contains(c.fields, in)
	case c.object.Outer() && c.object.Path == "":
		return &c, true
	}
	return nil, true
}

// restrictAll gives conditions the meaning that they have for a caller. It reports false when
// one does not hold.
func (e environment) restrictAll(list []within) (rest []within, ok bool) {
	for _, c := range list {
		isSelf := c.object.Root == "P0" && c.object.Path == ""
		if c.object = e.path(c.object); isSelf && e.selfIn != "" && !c.object.Known() {
			c.object.Path = e.selfIn + "->"
		}
		cond, ok := restrict(c)
		if !ok {
			return nil, false
		}
		if cond != nil {
			rest = append(rest, *cond)
		}
	}
	return rest, true
}

// fields are those within which an event happens, when that is one condition; further ones
// may always hold.
func (e *Event) fields() []string {
	if len(e.within) == 0 {
		return nil
	}
	return e.within[0].fields
}

// A key of an unresolved call in a list of earlier acquisitions may say through which field the call is
// made, and whether that is one of the function's own receiver. A node may say after which function it is
// acquired, and within which fields, or that it is part of an object older than that receiver.
const (
	atField = "@"
	ofSelf  = "!"
	behindF = " behind "
	inside  = " in "
	olderBy = " older by "
)

// field is the field that holds the receiver, or "".
func (d *DynamicCall) field() string {
	if _, field, ok := ownerOf(d.Recv); ok {
		return field
	}
	return d.In
}

// openKey is the key of an unresolved call with the field that holds the object which it is made on.
func (d *DynamicCall) openKey() string {
	if field := d.field(); field != "" && strings.HasPrefix(d.Key, "I:") {
		return d.Key + atField + field
	}
	return d.Key
}

// through returns what an unresolved call may acquire: it is made through a field, if that is
// not "".
func (got acquisition) through(key, field string) string {
	switch {
	case len(got.in) == 0:
		return got.leaves
	case strings.HasPrefix(key, "F:"):
		return got.leaves + behindF + key + inside + strings.Join(got.in, ",")
	case field != "" && !slices.Contains(got.in, field):
		return ""
	}
	return got.leaves
}

// Waits reports whether a goroutine that acquires one of these locks has to wait for this lock,
// while its holder waits for w. The locks are the Before or Instead of an answer. A lock behind
// a function that only other objects have does not count. A lock that is part of an older
// object does not count either.
func (h *HeldLock) Waits(acquired []string, w, answer *Communication) bool {
	node := h.Lock.Node()
	return slices.ContainsFunc(acquired, func(got string) bool {
		if rest, ok := strings.CutPrefix(got, readMode); ok {
			if h.Read {
				return false
			}
			got = rest
		}
		rest, ok := strings.CutPrefix(got, node)
		if ok {
			rest, ok = h.isSamePart(rest)
		}
		if !ok || rest == "" {
			return ok
		}
		if by, ok := strings.CutPrefix(rest, olderBy); ok {
			return !h.isPartOf(by) || !w.isAnsweredBySelf(answer)
		}
		return strings.HasPrefix(rest, behindF) && w.mayBeWithin(rest[len(behindF):])
	})
}

// mayBeWithin reports whether the object that is waited for may have the function which a node
// is after, when that is in a field of its type.
func (b *Communication) mayBeWithin(behind string) bool {
	key, fields, _ := strings.Cut(behind, inside)
	typ, _ := cutField(strings.TrimPrefix(key, "F:"))
	own, ok := cutField(b.Node)
	return b.Holder == "" || !ok || own != typ || slices.Contains(strings.Split(fields, ","), b.Holder)
}

// cutField is the type in the class of a field.
func cutField(class string) (typ string, ok bool) {
	i := strings.LastIndexByte(class, '.')
	if i < 0 {
		return "", false
	}
	return class[:i], true
}
