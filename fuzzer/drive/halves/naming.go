package halves

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
)

// A naming gives the variables of both tests their names in the driver.
type naming struct {
	names   map[types.Object]string
	imports map[string]string // name by path, of those that are used
	blanks  map[*ast.Ident]*types.Var
}

// reservedNames are those of the driver itself.
var reservedNames = []string{"t", "wg"}

// newNaming names what both tests define. The variables of the second test that are in the map have the names of others.
func newNaming(a, b *site, u unification) *naming {
	n := &naming{names: map[types.Object]string{}, imports: map[string]string{}, blanks: u.blanks}
	taken := map[string]bool{}
	for _, name := range reservedNames {
		taken[name] = true
	}
	maps.Copy(taken, a.free())
	maps.Copy(taken, b.free())
	own := n.define(a, nil, taken, "1")
	for _, v := range u.blanks {
		name := v.Name()
		for taken[name] || own[name] {
			name += "1"
		}
		n.names[v], own[name] = name, true
	}
	maps.Copy(taken, own)
	n.define(b, u.of, taken, "2")
	return n
}

// define names what the test of a site defines, and returns the names.
func (n *naming) define(s *site, unified map[*types.Var]*types.Var, taken map[string]bool, suffix string) map[string]bool {
	given := map[string]bool{}
	for id, obj := range s.pkg.Info.Defs {
		if obj == nil || !within(id, s.test.Body) && !within(id, s.test.Type) || n.names[obj] != "" {
			continue
		}
		v, isVar := obj.(*types.Var)
		_, isFunc := obj.(*types.Func)
		if isVar && v.IsField() || isFunc || obj.Name() == "_" {
			continue
		}
		name := obj.Name()
		for taken[name] {
			name += suffix
		}
		switch {
		case isVar && unified[v] != nil:
			name = n.names[unified[v]]
		case isVar && v.Parent() != nil && s.pkg.isParam(s, v):
			name = "t"
		}
		n.names[obj] = name
		given[name] = true
	}
	return given
}

// isParam reports whether a variable is the *testing.T of the test, or of a subtest around the call.
func (p *Package) isParam(s *site, v *types.Var) bool {
	for _, o := range scopeOf(s).params {
		if o == v {
			return true
		}
	}
	return false
}

// free are the names in a test that it does not define.
func (s *site) free() map[string]bool {
	names := map[string]bool{}
	ast.Inspect(s.test, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := s.pkg.Info.Uses[id]; obj != nil && !(s.test.Pos() <= obj.Pos() && obj.Pos() < s.test.End()) {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// apply gives the identifiers of a copy their names, and notes the imports.
func (n *naming) apply(s *site, c *copied) {
	for to, from := range c.from {
		id, ok := from.(*ast.Ident)
		if !ok {
			continue
		}
		var obj types.Object
		if v := n.blanks[id]; v != nil {
			obj = v
		} else {
			obj = s.pkg.Info.ObjectOf(id)
		}
		if name := n.names[obj]; obj != nil && name != "" {
			to.(*ast.Ident).Name = name
		}
		if p, ok := obj.(*types.PkgName); ok {
			n.imports[p.Imported().Path()] = p.Name()
		}
	}
}

// mentions reports whether the call of a site has a variable.
func (s *site) mentions(v *types.Var) (is bool) {
	ast.Inspect(s.call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.pkg.Info.Uses[id] == v {
			is = true
		}
		return !is
	})
	return is
}

// hoisted gives an operand that makes an object a variable, and returns its definition.
func hoisted(o *operand, n int) string {
	if !o.hoist {
		return ""
	}
	name := fmt.Sprintf("made%d", n)
	line := name + " := " + o.text + "\n"
	o.text = name
	return line
}
