package lockfacts

import (
	"cmp"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// flagsOf writes the flags of a returned object: ".writable=true".
func (w *walker) flagsOf(v ssa.Value, s *state) string {
	var list []string
	if al, ok := v.(*ssa.Alloc); ok {
		list = w.flagsMade(al, s)
	} else if p := w.frame.AccessPath(v); p.Known() && p.Path == "" {
		for _, c := range s.conds {
			sel, ok := strings.CutPrefix(c.Path, p.Root)
			switch sel = strings.TrimSuffix(sel, "->"); {
			case !ok || !w.flag(c):
			case c.Kind == CondTrue:
				list = append(list, sel+"="+truth(c.Val))
			case c.Kind == CondEqual && c.Val:
				list = append(list, sel+"="+c.Const)
			}
		}
	}
	sort.Strings(list)
	return strings.Join(list, ";")
}

// flagsMade are the flags of an object that the function made, on a path.
func (w *walker) flagsMade(al *ssa.Alloc, s *state) []string {
	st, ok := al.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	value := map[int]string{}
	for _, r := range *al.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, u := range *fa.Referrers() {
			if in, ok := u.(*ssa.Store); ok && isFlagType(in.Val.Type()) {
				value[fa.Field] = cmp.Or(w.constant(in.Val), w.tested(in.Val, s), unknownFlag)
			}
		}
	}
	var list []string
	for i := range st.NumFields() {
		f := st.Field(i)
		if sel := lastSelector(syncop.FieldOf(syncop.AccessPath{}, syncop.Elem(al.Type()), i).Path); isFlagType(f.Type()) && w.pkg.flagged[sel] {
			if value[i] == "" {
				value[i] = w.constant(ssa.NewConst(zeroOf(f.Type()), f.Type()))
			}
			if value[i] != unknownFlag && !w.pkg.configured[sel] && !strings.Contains(value[i], ";") {
				list = append(list, sel+"="+value[i])
			}
		}
	}
	return list
}
