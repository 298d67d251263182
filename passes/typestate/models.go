package typestate

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// effectOf returns what a called function of the standard library does with the objects that it is given, and the
// name by which that is known. Any function of which nothing is known may keep them, or bring them to an end.
func effectOf(c *ssa.CallCommon) (does stdlib.Effect, name string) {
	obj := syncop.CalledFunc(c)
	if obj == nil || c.IsInvoke() {
		return 0, ""
	}
	name = obj.FullName()
	return stdlib.EffectOf(name), name
}

// borrows reports whether a called function neither keeps what it is given nor brings it to an end.
func borrows(c *ssa.CallCommon) bool {
	if does, _ := effectOf(c); does.Has(stdlib.Wraps | stdlib.Borrows) {
		return true
	}
	obj := syncop.CalledFunc(c)
	return obj != nil && !c.IsInvoke() && obj.Pkg() != nil && stdlib.Is(obj.Pkg().Path()) && obj.Signature().Recv() != nil &&
		slices.Contains([]string{"ReadFrom", "WriteTo", "Execute", "ExecuteTemplate"}, obj.Name()) // reads or writes it, and leaves the rest to its owner
}

// tests whether an error is of a kind: true means that there is one.
var errorTests = []string{"errors.Is", "errors.As", "os.IsNotExist", "os.IsExist", "os.IsPermission", "os.IsTimeout"}
