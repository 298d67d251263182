package binary

import (
	"cmp"
	"go/ast"
	"slices"
)

// Together names a variable among those that the compiler allocates together, as [File.Local]
// does. These variables are small, have no pointers, are declared one after another and were moved
// to the heap. Their allocation has the line of the first variable and a size in bytes. The wanted
// variable begins at an offset. ok is false where the source is missing, or does not make up the size.
//
// The compiler puts the variables of the largest alignment first, and keeps the order otherwise
// (flushPendingHeapAllocations of cmd/compile/internal/ssagen).
func (f *File) Together(fn, file string, line int, size, offset uint64) (variable string, ok bool) {
	src := f.source(file)
	if src == nil {
		return "", false
	}
	group := f.together(fn, src.smallFrom(line), size)
	slices.SortStableFunc(group, func(a, b small) int { return cmp.Compare(b.align, a.align) })
	at := uint64(0)
	for _, v := range group {
		if at == offset {
			return f.outermost(pkgOf(fn), typeName(fn)) + "." + v.name, true
		}
		at += v.size
	}
	return "", false
}

// A small is a variable of a type without pointers that the source tells the size of.
type small struct {
	name        string
	line        int
	size, align uint64
}

// together are the first variables of a list that fill an allocation, without those that stay on
// the stack; nil when they do not.
func (f *File) together(fn string, list []small, size uint64) (group []small) {
	used := uint64(0)
	for _, v := range list {
		if f.staysOnStack(fn, v) {
			continue
		}
		group = append(group, v)
		if used += v.size; used >= size {
			break
		}
	}
	if len(group) < 2 || used > size || size-used >= group[0].align {
		return nil
	}
	return group
}

// staysOnStack reports whether the binary knows that a variable was not moved to the
// heap. Some moved variables are missing there.
func (f *File) staysOnStack(fn string, v small) (stays bool) {
	for _, off := range f.functions(pkgOf(fn), typeName(fn)) {
		f.locals(off, int64(v.line), func(l local) { stays = stays || l.name == v.name && !l.moved })
	}
	return stays
}

// smallFrom are the variables with a written type that the function around a line declares
// there or below, in the order of the source.
func (s *source) smallFrom(line int) (list []small) {
	fn := s.enclosing(line)
	if fn == nil {
		return nil
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || s.line(spec.Pos()) < line {
			return true
		}
		size, align := sizeOf(spec.Type)
		for _, id := range spec.Names {
			if size > 0 && id.Name != "_" {
				list = append(list, small{id.Name, s.line(id.Pos()), size, align})
			}
		}
		return true
	})
	return list
}

// sizeOf is the size and alignment of a type without pointers, 0 for other types and for those
// of which the source at hand does not tell.
func sizeOf(typ ast.Expr) (size, align uint64) {
	switch t := typ.(type) {
	case *ast.SelectorExpr:
		if pkg, ok := t.X.(*ast.Ident); ok && pkg.Name == "sync" && t.Sel.Name == "Mutex" {
			return 8, 4
		}
	case *ast.Ident:
		switch t.Name {
		case "bool", "int8", "uint8", "byte":
			return 1, 1
		case "int16", "uint16":
			return 2, 2
		case "int32", "uint32", "float32", "rune":
			return 4, 4
		case "int", "uint", "uintptr", "int64", "uint64", "float64":
			return 8, 8
		}
	}
	return 0, 0
}
