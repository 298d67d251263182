package binary

import (
	"debug/dwarf"
	"go/token"
	"reflect"
	"strings"
)

// Local names what was allocated at a line of a function, as trace.VarClass
// wants it:
//
//	pkgpath.Func.var    a local variable; methods are pkgpath.Type.Method.var,
//	                    and closures count as the function around them
//	pkgpath.Var         a package-level variable
//	pkgpath.Type.field  a field, when the source says of which type; elements
//	                    of fields and variables have [] after them
//
// fn is the function as Go's runtime writes it. The source is read when it can
// be, because it tells "s.locks = make(...)" from "s := ..."; otherwise DWARF
// must do, which knows local variables only.
func (f *File) Local(fn, file string, line int, pick Pick) (variable string, ok bool) {
	return f.made(fn, file, line, pick, lockMaker)
}

// Cond is Local for a value of sync.NewCond.
func (f *File) Cond(fn, file string, line int, pick Pick) (variable string, ok bool) {
	if src := f.source(file); src != nil {
		if v, _ := src.variable(line, condMaker, pick); v != "" {
			return pkgOf(fn) + "." + v, true
		}
	}
	return f.made(fn, file, line, pick, anyLock)
}

// made is Local for the values that a maker tells.
func (f *File) made(fn, file string, line int, pick Pick, makes maker) (variable string, ok bool) {
	pkg := pkgOf(fn)
	src := f.source(file)
	if src != nil {
		v, certain := src.variable(line, makes, pick)
		if v != "" {
			return pkg + "." + v, true
		}
		if certain {
			return "", false
		}
	}
	v, ok := f.localByDWARF(pkg, typeName(fn), line, src != nil)
	if !ok {
		return "", false
	}
	return f.outermost(pkg, typeName(fn)) + "." + v, true
}

// Chan names what a channel that was made at a line of a function was given to,
// as [File.Local] does. Only the source tells.
func (f *File) Chan(fn, file string, line int, pick Pick) (variable string, ok bool) {
	src := f.source(file)
	if src == nil {
		return "", false
	}
	v := src.madeChan(chanAt{line, pick})
	return pkgOf(fn) + "." + v, v != ""
}

// A Pick says which of the values that are made at one line is meant, in the order in which
// the program makes them. The zero value is for a line that makes one.
type Pick struct {
	Nth int // from 0
	Of  int // how many there are
}

// A local is a variable or parameter of a function.
type local struct {
	name  string // without the & of a variable that was moved to the heap
	moved bool
	typ   *typ
}

// localByDWARF is the one variable declared at the line whose allocation, or
// whose initial value's, makes a lock. Only a variable that was moved to the
// heap is an allocation for certain.
func (f *File) localByDWARF(pkg, fn string, line int, onlyMoved bool) (string, bool) {
	found := map[string]bool{}
	for _, off := range f.functions(pkg, fn) {
		f.locals(off, int64(line), func(l local) {
			if l.typ.holdsLock() && (l.moved || !onlyMoved) || l.typ.kind == reflect.Interface && !onlyMoved {
				found[l.name] = true
			}
		})
	}
	if len(found) != 1 {
		return "", false
	}
	for name := range found {
		return name, true
	}
	return "", false
}

// functions are the entries of a function. One of another package, inlined, may
// be in any unit; generic ones are where they were instantiated.
func (f *File) functions(pkg, fn string) []dwarf.Offset {
	if f.dwarf == nil {
		return nil
	}
	var offs []dwarf.Offset
	for _, u := range f.unitsOf(pkg) {
		offs = append(offs, u.funcs[fn]...)
	}
	if len(offs) > 0 {
		return offs
	}
	for pkg := range f.units {
		for _, u := range f.unitsOf(pkg) {
			offs = append(offs, u.funcs[fn]...)
		}
	}
	return offs
}

// locals calls visit for the variables that are declared at the line, in the
// blocks of the function but not in functions that were inlined into it.
func (f *File) locals(off dwarf.Offset, line int64, visit func(local)) {
	for e := range f.children(off) {
		switch e.Tag {
		case dwarf.TagLexDwarfBlock:
			f.locals(e.Offset, line, visit)
		case dwarf.TagVariable, dwarf.TagFormalParameter:
			o := f.origin(e)
			at, _ := o.Val(dwarf.AttrDeclLine).(int64)
			typ, _ := o.Val(dwarf.AttrType).(dwarf.Offset)
			name := stringAttr(o, dwarf.AttrName)
			bare := strings.TrimPrefix(name, "&")
			if at == line && bare != "" && token.IsIdentifier(bare) && typ != 0 {
				visit(local{bare, name != bare, f.typeAt(typ)})
			}
		}
	}
}

// outermost is the declared function around a closure: "p.T.M" for
// "p.(*T).M.func1", "p.F" for "p.F.gowrap2" and for "p.main.F.func1", which is
// a closure of F that was inlined into main.
func (f *File) outermost(pkg, fn string) string {
	segs := strings.Split(strings.TrimPrefix(fn, pkg+"."), ".")
	for i, s := range segs {
		segs[i], _, _ = strings.Cut(s, "-") // -fm of method values, -range1 of loop bodies
	}
	for len(segs) > 1 && isClosure(segs[len(segs)-1]) {
		segs = segs[:len(segs)-1]
	}
	for len(segs) > 1 && !f.hasFunction(pkg, pkg+"."+strings.Join(segs, ".")) {
		segs = segs[1:]
	}
	if segs[0] == "glob" { // a closure outside of every function
		segs[0] = "init"
	}
	for i, s := range segs {
		segs[i] = strings.TrimSuffix(strings.TrimPrefix(s, "(*"), ")")
	}
	return pkg + "." + strings.Join(segs, ".")
}

func (f *File) hasFunction(pkg, fn string) bool {
	for _, u := range f.unitsOf(pkg) {
		if len(u.funcs[fn]) > 0 {
			return true
		}
	}
	return false
}

// isClosure reports whether the compiler made up a part of a function's name.
func isClosure(seg string) bool {
	for _, prefix := range []string{"func", "gowrap", "deferwrap", ""} {
		if rest, ok := strings.CutPrefix(seg, prefix); ok && isNumber(rest) {
			return true
		}
	}
	return seg == ""
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
