package lockfacts

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Functions of the standard library call methods of an argument before they return:
//
//	sort.Sort(t)           // t.Len(), t.Less(i, j), t.Swap(i, j)
//	heap.Push(&q.tasks, x) // q.tasks.Push(x), q.tasks.Less(i, j), …
//	fmt.Fprintln(l, "up")  // l.Write(…)
//
// Only values are followed of which the call shows the type.

// asked are the methods that a function calls of its first argument.
var asked = map[string]string{
	"sort.Sort": "Len Less Swap", "sort.Stable": "Len Less Swap", "sort.IsSorted": "Len Less",
	"container/heap.Init": "Len Less Swap", "container/heap.Fix": "Len Less Swap", "container/heap.Push": "Push Len Less Swap",
	"container/heap.Pop": "Len Less Swap Pop", "container/heap.Remove": "Len Less Swap Pop",
	"fmt.Fprint": "Write", "fmt.Fprintf": "Write", "fmt.Fprintln": "Write",
}

// askedOf returns the methods of its first argument that a function of the standard library calls.
func (w *walker) askedOf(common *ssa.CallCommon) []*FuncVal {
	name, pkg := calledName(common)
	if pkg == nil || common.IsInvoke() || len(common.Args) == 0 {
		return nil
	}
	names := asked[pkg.Path()+"."+name]
	t := syncop.ConcreteType(common.Args[0])
	if names == "" || t == nil || types.IsInterface(t) {
		return nil
	}
	var list []*FuncVal
	for _, name := range strings.Fields(names) {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if m, ok := obj.(*types.Func); ok {
			if fv, ok := methodOf(t, m, w.arg(common.Args[0])); ok {
				list = append(list, fv)
			}
		}
	}
	return list
}
