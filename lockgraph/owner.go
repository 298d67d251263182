package lockgraph

import (
	"fmt"
	"slices"
)

// owners has the allocation of the lock of each class in one dependency of classes. It
// is 0 where the allocation is not known, or where the class is there more than once.
type owners map[uint64]uint64

// add enters the lock of a class.
func (o owners) add(class, owner uint64) {
	if old, ok := o[class]; ok && old != owner {
		owner = 0
	}
	o[class] = owner
}

// pattern says which of the classes are in one allocation, whichever it is.
func (o owners) pattern() string {
	var classes, seen []uint64
	for c, owner := range o {
		if owner != 0 {
			classes = append(classes, c)
		}
	}
	slices.Sort(classes)
	var out []string
	for _, c := range classes {
		i := slices.Index(seen, o[c])
		if i < 0 {
			i, seen = len(seen), append(seen, o[c])
		}
		out = append(out, fmt.Sprint(c, ":", i))
	}
	return fmt.Sprint(out)
}

// related reports whether it is known that a and b are in one allocation, or
// in two.
func (o owners) related(a, b uint64) (same, known bool) {
	x, y := o[a], o[b]
	return x == y, x != 0 && y != 0
}

// consistent reports whether the instances of a cycle of classes can be the
// same in all its members: a member holds what the one before it requests, and
// if the two locks of some members are in one allocation, so that all the
// requested locks between them are, no other member may have its two in
// different ones.
func (m *merger) consistent(members []*Dependency) bool {
	group := map[uint64]uint64{} // a class to another one in the same allocation
	find := func(c uint64) uint64 {
		for group[c] != 0 {
			c = group[c]
		}
		return c
	}
	each := func(found func(held, wanted uint64, same bool)) {
		for i, d := range members {
			held := members[(i+len(members)-1)%len(members)].Lock
			if same, known := m.list[d.order].owner.related(held, d.Lock); known {
				found(held, d.Lock, same)
			}
		}
	}
	each(func(held, wanted uint64, same bool) {
		if a, b := find(held), find(wanted); same && a != b {
			group[a] = b
		}
	})
	ok := true
	each(func(held, wanted uint64, same bool) {
		ok = ok && (same || find(held) != find(wanted))
	})
	return ok
}
