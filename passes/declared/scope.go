package declared

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A scope gives the names in a comment their meaning.
type scope struct{ c comment }

// class is the lock class of a name such as T.mu, mu, or pkg.T.mu.
func (s scope) class(name string) (string, error) {
	parts := strings.Split(name, ".")
	path, typ, rest, err := s.first(parts)
	if err != nil {
		return "", err
	}
	for _, field := range rest {
		if path, typ, err = s.field(path, typ, field); err != nil {
			return "", err
		}
	}
	if !isLock(typ) {
		return "", fmt.Errorf("%s is a %s, not a lock", name, types.TypeString(typ, types.RelativeTo(s.c.r.Pass.Pkg)))
	}
	class := path.Class()
	if class == "" || path.Var == "" && strings.HasPrefix(path.Types, "~") {
		return "", fmt.Errorf("%s is all there is in its type, which is told apart by the fields and variables that have it: name one of those", name)
	}
	return class, nil
}

// first resolves the start of a name and returns what is left of it.
func (s scope) first(parts []string) (syncop.AccessPath, types.Type, []string, error) {
	pkg := s.c.r.Pass.Pkg
	if obj, ok := s.local(parts[0]); ok {
		return syncop.TypePath(syncop.Elem(obj.Type())), obj.Type(), parts[1:], nil
	}
	if recv := s.receiver(); recv != nil && fieldOf(recv.Type(), parts[0]) >= 0 {
		return syncop.TypePath(syncop.Elem(recv.Type())), recv.Type(), parts, nil
	}
	if obj := pkg.Scope().Lookup(parts[0]); obj != nil {
		return s.object(obj, parts[0], parts[1:])
	}
	imported := s.imported(parts[0])
	if imported == nil {
		return syncop.AccessPath{}, nil, nil, fmt.Errorf("%s: there is no type, variable or imported package of that name", parts[0])
	}
	if len(parts) < 2 {
		return syncop.AccessPath{}, nil, nil, fmt.Errorf("%s is a package, not a lock", parts[0])
	}
	obj := imported.Scope().Lookup(parts[1])
	if obj == nil {
		return syncop.AccessPath{}, nil, nil, fmt.Errorf("package %s has no %s", parts[0], parts[1])
	}
	return s.object(obj, parts[0]+"."+parts[1], parts[2:])
}

// object is a type or a variable of a package.
func (s scope) object(obj types.Object, name string, rest []string) (syncop.AccessPath, types.Type, []string, error) {
	path := syncop.TypePath(syncop.Elem(obj.Type()))
	switch obj.(type) {
	case *types.TypeName:
		return path, obj.Type(), rest, nil
	case *types.Var:
		path.Root, path.Var = "G", syncop.PackagePath(obj.Pkg())+"."+obj.Name()
		path.Path = path.Var
		return path, obj.Type(), rest, nil
	}
	return path, nil, nil, fmt.Errorf("%s is neither a type nor a variable", name)
}

// local is a parameter or the receiver of the function that the comment is about.
func (s scope) local(name string) (*types.Var, bool) {
	sig := s.signature()
	if sig == nil {
		return nil, false
	}
	if recv := sig.Recv(); recv != nil && recv.Name() == name {
		return recv, true
	}
	for i := range sig.Params().Len() {
		if p := sig.Params().At(i); p.Name() == name {
			return p, true
		}
	}
	return nil, false
}

func (s scope) receiver() *types.Var {
	if sig := s.signature(); sig != nil {
		return sig.Recv()
	}
	return nil
}

func (s scope) signature() *types.Signature {
	if s.c.fn == nil {
		return nil
	}
	obj, ok := s.c.r.Pass.TypesInfo.Defs[s.c.fn.Name].(*types.Func)
	if !ok {
		return nil
	}
	return obj.Signature()
}

// imported finds a package by its name in the file, or by its own.
func (s scope) imported(name string) *types.Package {
	for _, spec := range s.c.file.Imports {
		if p := importedBy(s.c.r.Pass.TypesInfo, spec); p != nil && (spec.Name != nil && spec.Name.Name == name || p.Name() == name) {
			return p
		}
	}
	for _, p := range s.c.r.Pass.Pkg.Imports() {
		if p.Name() == name || path.Base(p.Path()) == name {
			return p
		}
	}
	return nil
}

func importedBy(info *types.Info, spec *ast.ImportSpec) *types.Package {
	if name := info.PkgNameOf(spec); name != nil {
		return name.Imported()
	}
	return nil
}

// field is a field of the struct at an access path.
func (s scope) field(path syncop.AccessPath, typ types.Type, name string) (syncop.AccessPath, types.Type, error) {
	i := fieldOf(typ, name)
	if i < 0 {
		return path, nil, fmt.Errorf("%s has no field %s", types.TypeString(syncop.Elem(typ), types.RelativeTo(s.c.r.Pass.Pkg)), name)
	}
	owner := syncop.Elem(typ)
	if _, pointer := typ.Underlying().(*types.Pointer); pointer {
		path = syncop.TypePath(owner)
	}
	return syncop.FieldOf(path, owner, i), owner.Underlying().(*types.Struct).Field(i).Type(), nil
}

func fieldOf(t types.Type, name string) int {
	st, ok := syncop.Elem(t).Underlying().(*types.Struct)
	if !ok {
		return -1
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

// isLock reports whether something can be locked.
func isLock(t types.Type) bool {
	for _, method := range []string{"Lock", "Unlock"} {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(syncop.Elem(t)), true, nil, method)
		if types.IsInterface(syncop.Elem(t)) {
			obj, _, _ = types.LookupFieldOrMethod(syncop.Elem(t), true, nil, method)
		}
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}
