package lockfacts

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Function literals are often stored in the object that they are about:
//
//	c.evicted = func() { c.remove() }
//	s.cache.OnEvict(func() { s.cache.Remove() })
//	s.cache = newCache(func() { s.evicted() })
//
// The captured variables of the literal then lead to the object that holds it. A caller that
// reaches the literal through that object knows which object it is.

// backTo returns the access path, as a function literal with such captured variables
// names it, of the object that slot belongs to: "F0->.cache->"; or "".
func backTo(slot syncop.AccessPath, frees []Arg) string {
	owner, _, ok := ownerOf(slot)
	if !ok {
		return ""
	}
	path := withoutVersions(owner.Path)
	for i, f := range frees {
		if f.Content == nil || !f.Content.Known() || f.Content.Root != owner.Root {
			continue
		}
		if rest, ok := strings.CutPrefix(path, withoutVersions(f.Content.Path)); ok && !strings.Contains(rest, "[") {
			return fmt.Sprint("F", i, "->", rest)
		}
	}
	return ""
}

// backTo is the same for a slot of an object that the function itself makes, and stores in a captured variable of the literal.
func (k *heapAnalysis) backTo(key string, slot syncop.AccessPath, frees []Arg) string {
	if back := backTo(slot, frees); back != "" || len(frees) == 0 {
		return back
	}
	for _, field := range k.lodged[key][slot.Root] {
		field.Path += "->" + slot.Path
		if back := backTo(field, frees); back != "" {
			return back
		}
	}
	return ""
}

// lodgedIn maps the objects that a function has made, or got from a call, to the fields that it stores them in.
func lodgedIn(fn *ssa.Function, frame *syncop.Frame) map[string][]syncop.AccessPath {
	in := map[string][]syncop.AccessPath{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			field, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !isReference(st.Val.Type()) {
				continue
			}
			if p := frame.AccessPath(st.Val); strings.HasPrefix(p.Root, "L") && p.Path == "" {
				in[p.Root] = append(in[p.Root], frame.AccessPath(field))
			}
		}
	}
	return in
}

// ownMethod is backTo for a method value that its own receiver stores:
//
//	m.next = m.step
const ownMethod = "P0"

// isOwnMethod reports whether a slot belongs to the object that a method value is bound to.
func isOwnMethod(slot, recv syncop.AccessPath) bool {
	owner, _, ok := ownerOf(slot)
	return ok && recv.Known() && owner.Root == recv.Root && owner.Path == recv.Path
}
