package syncop

import (
	"go/token"
	"go/types"
	"hash/fnv"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

func (f *Frame) field(base AccessPath, owner types.Type, index int) AccessPath {
	return FieldOf(base, owner, index)
}

// FieldOf is the access path of a field of the struct at the access path base.
func FieldOf(base AccessPath, owner types.Type, index int) AccessPath {
	st, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return AccessPath{Root: Unknown}
	}
	fld := st.Field(index)
	base.Path += "." + fld.Name() + ownerTag(owner)
	base.Types += form.Field(fld.Name(), fld.Embedded()) + typeSegment(fld.Type())
	return base
}

// ownerTag tells fields of one name apart by the type that they are in.
func ownerTag(owner types.Type) string {
	return tagOf(typeName(owner))
}

func tagOf(name string) string {
	if name == "" {
		return ""
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return "'" + strconv.FormatUint(uint64(h.Sum32()%(36*36*36*36)), 36)
}

func (f *Frame) index(base AccessPath, index ssa.Value, elem types.Type) AccessPath {
	base.Path += "[" + f.indexName(index) + "]"
	base.Types += form.Elements + typeSegment(elem)
	return base
}

// structOf is the access path of a struct or array value: that of the variable it
// was read from.
func (f *Frame) structOf(v ssa.Value) AccessPath {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		return f.AccessPath(u.X)
	}
	return f.AccessPath(v)
}

func (f *Frame) load(p AccessPath, t types.Type) AccessPath { return LoadOf(p, t) }

// LoadOf is the object to which the pointer, interface, slice or channel at the access path p
// leads.
func LoadOf(p AccessPath, t types.Type) AccessPath {
	p.Path += "->"
	elem := Elem(t)
	if !isContainer(t) && !isLockLike(elem) {
		p.Types, p.Var = typeSegment(elem), ""
	} else if seg := typeSegment(elem); seg != "" {
		if i := strings.LastIndex(p.Types, form.Bar); i >= 0 {
			p.Types = p.Types[:i+1] + seg // the field names what it points to
		} else {
			p.Types = seg
		}
	}
	return p
}

// isContainer reports whether values of t refer to something without a name of its own.
func isContainer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Chan, *types.Array:
		return true
	}
	return false
}
