package lockfacts

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// What an object keeps often holds the same third object as it does itself:
//
//	func New(st *Store) *Server { return &Server{store: st, cache: &Cache{store: st}} }
//
// Then s.cache.store is s.store. This is so where the fields that hold the third object are given
// their value once, nobody else can assign to them or to the field that keeps the second one, and
// wherever that is kept, the function sees what it holds.

// A third is what one function shows: a pair of fields, and the field of the owner that holds the
// object to which the pair leads.
type third struct{ kids, back, field string }

func (t third) key() string { return t.kids + " " + t.back }

// heldToo returns the field of the owner that holds what is stored in one of its children, "" if
// there is none.
func heldToo(list []Keep, owner, val syncop.Place) string {
	if way, ok := strings.CutPrefix(withoutVersions(val.Path), owner.Path); ok && val.Root == owner.Root {
		if field, ok := strings.CutSuffix(way, "->"); ok && isField(field) {
			return field
		}
	}
	least := ""
	for i := range list {
		k := &list[i]
		if k.Fn != "" || !k.Val.Known() || k.Val.Root != val.Root || k.Val.Path != val.Path || k.Slot.Root != owner.Root {
			continue
		}
		field, ok := strings.CutPrefix(strings.TrimSuffix(k.Slot.Path, "->"), owner.Path)
		if ok && isField(field) && (least == "" || field < least) {
			least = field
		}
	}
	return least
}

// isField reports whether a way is that to one field.
func isField(way string) bool {
	return strings.HasPrefix(way, ".") && strings.Count(way, ".") == 1 && !strings.ContainsAny(way, "[>")
}

// lead makes owners of the thirds that hold in all functions. fields is asked only when there are any.
func (f *Fact) lead(found []third, keeps map[string][]Keep, fields func() *assignable) {
	if len(found) == 0 {
		return
	}
	may, seen := fields(), map[third]bool{}
	for _, t := range found {
		if seen[t] {
			continue
		}
		seen[t] = true
		if may.once[t.field] && may.once[t.back] && may.own[t.kids] && !isKeptUnseen(t, keeps) {
			f.noteOwner(t.key(), selfOnly+t.field+"->")
		} else {
			f.noteOwner(t.key(), selfOther)
		}
	}
}

// isKeptUnseen reports whether some function keeps a child without knowing what that holds.
func isKeptUnseen(t third, keeps map[string][]Keep) bool {
	for _, list := range keeps {
		for i := range list {
			down := &list[i]
			_, kids, ok := ownerOf(down.Slot)
			if !ok || kids != t.kids || down.Fn != "" {
				continue
			}
			if !slices.ContainsFunc(list, func(up Keep) bool {
				return up.Slot.Root == down.Val.Root && up.Slot.Path == down.Val.Path+t.back
			}) {
				return true
			}
		}
	}
	return false
}

// An assignable tells the fields that only their own package can assign to, by their selectors, and
// those of them that are given a value before anybody knows the object, or by one instruction alone.
type assignable struct{ own, once map[string]bool }

// assignableFields looks at all functions of the package but those of tests.
func (a *analyzer) assignableFields() *assignable {
	list := &assignable{own: map[string]bool{}, once: maps.Clone(a.olderFields())}
	stores, loose := map[string]int{}, map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		if a.inTestFile(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					if sel := a.ownField(fn, in); sel != "" {
						list.own[sel] = true
						n, all := assignments(in)
						stores[sel] += n
						loose[sel] = loose[sel] || !all
					}
				case *ssa.Store:
					for _, sel := range replaced(in) {
						loose[sel] = true
					}
				}
			}
		}
	}
	for sel, n := range stores {
		if n == 1 && !loose[sel] {
			list.once[sel] = true
		}
	}
	return list
}

// assignments is how many stores use an address of a field, and whether all else that does reads it.
func assignments(fa *ssa.FieldAddr) (n int, all bool) {
	all = true
	for _, in := range *fa.Referrers() {
		switch in := in.(type) {
		case *ssa.Store:
			n++
			all = all && in.Addr == fa
		case *ssa.UnOp:
			all = all && in.Op == token.MUL
		case *ssa.DebugRef:
		default:
			all = false
		}
	}
	return n, all
}
