package lockfacts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Two fields often hold one object: a field of the owner, and a field of another object that the owner holds:
//
//	func New(st *Store) *Server { return &Server{store: st, cache: &Cache{store: st}} }
//
// Then s.cache.store is s.store. This is so under three conditions. Only the package assigns to the fields that hold
// the common object, and to the field that holds the second object. The former get their value before their object
// escapes, or both in the same functions. A function that stores the second object sees the fields of that object.

// A fieldAlias is a pair of fields, and the field of the owner that holds the object to which the pair leads.
type fieldAlias struct{ kids, back, field string }

func (t fieldAlias) key() string { return t.kids + " " + t.back }

// fieldAliases are those for which functions give evidence, by name, and whether each has read what is in the field.
type fieldAliases map[fieldAlias]map[string]bool

// lead makes owners of the aliases that hold in all functions. fields is asked only when there are any.
func (c *content) lead(found fieldAliases, writes map[string][]HeapWrite, fields func() *assignable) {
	if len(found) == 0 {
		return
	}
	may, unseen := fields(), found.storedUnseen(writes)
	for t, shown := range found {
		if may.own[t.kids] && may.isGiven(t.field, shown, true) && may.isGiven(t.back, shown, false) && !unseen[t.key()] {
			c.noteOwner(t.key(), selfOnly+t.field+"->")
		} else {
			c.noteOwner(t.key(), selfOther)
		}
	}
}

// storedUnseen returns those of the pairs whose children some function stores without knowing what these hold.
func (list fieldAliases) storedUnseen(writes map[string][]HeapWrite) map[string]bool {
	backs, unseen := map[string][]fieldAlias{}, map[string]bool{}
	for t := range list {
		backs[t.kids] = append(backs[t.kids], t)
	}
	for _, all := range writes {
		for i := range all {
			down := &all[i]
			_, kids, ok := ownerOf(down.Slot)
			if !ok || down.Fn != "" {
				continue
			}
			for _, t := range backs[kids] {
				unseen[t.key()] = unseen[t.key()] || !fills(all, down.Val, t.back)
			}
		}
	}
	return unseen
}

// fills reports whether something is stored in a field of an object.
func fills(list []HeapWrite, object syncop.AccessPath, field string) bool {
	return slices.ContainsFunc(list, func(k HeapWrite) bool {
		return k.Slot.Root == object.Root && k.Slot.Path == object.Path+field
	})
}

// An assignable has the fields that only their own package can assign to, by their selectors. Some get their value
// before the object escapes. Of others it has the number of assignments in each function, or that the number is not
// known.
type assignable struct {
	own, older, loose map[string]bool
	stores            map[string]map[string]int
}

// isGiven reports whether a field has what some functions show. Of those that read it, if they are to be asked, each
// assigns to it as well.
func (may *assignable) isGiven(sel string, shown map[string]bool, reads bool) bool {
	if may.older[sel] {
		return true
	}
	if may.loose[sel] || len(may.stores[sel]) == 0 {
		return false
	}
	for fn, n := range may.stores[sel] {
		if _, ok := shown[fn]; !ok || n > 1 {
			return false
		}
	}
	for fn, read := range shown {
		if reads && read && may.stores[sel][fn] == 0 {
			return false
		}
	}
	return true
}

// assignableFields looks at all functions of the package but those of tests.
func (a *analyzer) assignableFields() *assignable {
	may := &assignable{own: map[string]bool{}, older: a.olderFields(), loose: map[string]bool{}, stores: map[string]map[string]int{}}
	for _, fn := range a.ssa.Funcs {
		if a.inTestFile(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					if sel := a.ourField(fn, in); sel != "" {
						may.field(sel, a.key(fn), in)
					}
				case *ssa.Store:
					for _, sel := range replaced(in) {
						may.loose[sel] = true
					}
				}
			}
		}
	}
	return may
}

// field takes in the use that a function makes of an address of a field.
func (may *assignable) field(sel, fn string, fa *ssa.FieldAddr) {
	n, all := assignments(fa)
	may.own[sel] = true
	may.loose[sel] = may.loose[sel] || !all
	if n == 0 {
		return
	}
	if may.stores[sel] == nil {
		may.stores[sel] = map[string]int{}
	}
	may.stores[sel][fn] += n
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
