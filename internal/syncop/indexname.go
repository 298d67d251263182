package syncop

import (
	"fmt"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// ConstName is the name of a constant in SSA form, value and type. It is asked for often, and most
// constants are numbers of a basic type.
func ConstName(c *ssa.Const) string {
	if t, ok := c.Type().(*types.Basic); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		return c.Value.String() + ":" + t.Name()
	}
	return c.Name()
}

// IndexName is how an index stands in a path: "=" and a constant, a parameter
// as a root, or a register.
func IndexName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		return ConstIndex(ConstName(v))
	case *ssa.Parameter:
		return fmt.Sprint("P", paramIndex(v))
	}
	return v.Name()
}

// ConstIndex is a constant as an index in a path.
func ConstIndex(name string) string { return "=" + selectors.Replace(name) }

// selectors are the characters of which paths are made; string constants may
// contain them.
var selectors = strings.NewReplacer(".", "·", "-", "‐", "[", "(", "]", ")")

func paramIndex(v *ssa.Parameter) int {
	for i, p := range v.Parent().Params {
		if p == v {
			return i
		}
	}
	return -1
}
