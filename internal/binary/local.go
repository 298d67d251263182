package binary

import (
	"debug/dwarf"
	"strings"
)

// Local names what was allocated at a line of a function, as trace.VarClass
// wants it:
//
//	pkgpath.Func.var    a local variable; methods are pkgpath.Type.Method.var,
//	                    and closures count as the function around them
//	pkgpath.Var         a package-level variable
//	pkgpath.Type.field  a field, when the source says of which type
//
// fn is the function as Go's runtime writes it. The source is read when it can
// be, because it tells "s.locks = make(...)" from "s := ..."; otherwise DWARF
// must do, which knows local variables only.
func (f *File) Local(fn, file string, line int) (variable string, ok bool) {
	pkg := pkgOf(fn)
	if src := f.source(file); src != nil {
		if v, ok := src.variable(line); ok {
			return pkg + "." + v, true
		}
	}
	if f.dwarf == nil {
		return "", false
	}
	v, ok := f.localByDWARF(pkg, typeName(fn), line)
	if !ok {
		return "", false
	}
	return f.outermost(pkg, typeName(fn)) + "." + v, true
}

// A local is a variable or parameter of a function.
type local struct {
	name string
	typ  dwarf.Offset
}

// localByDWARF is the one variable declared at the line, or the one among them
// that was moved to the heap or whose allocation makes a lock.
func (f *File) localByDWARF(pkg, fn string, line int) (string, bool) {
	found := map[string]bool{}
	likely := map[string]bool{}
	for _, off := range f.functions(pkg, fn) {
		f.locals(off, int64(line), func(l local) {
			name := strings.TrimPrefix(l.name, "&")
			found[name] = true
			if l.typ != 0 && f.typeAt(l.typ).holdsLock() {
				likely[name] = true
			}
		})
	}
	if len(likely) > 0 {
		found = likely
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
// blocks of the function but not in what was inlined into it.
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
			if at == line && name != "" && name != "_" && name[0] != '~' && name[0] != '.' {
				visit(local{name, typ})
			}
		}
	}
}

// outermost is the declared function around a closure: "p.T.M" for
// "p.(*T).M.func1", "p.F" for "p.F.gowrap2" and for "p.main.F.func1", which is
// a closure of F that was inlined into main.
func (f *File) outermost(pkg, fn string) string {
	segs := strings.Split(strings.TrimPrefix(fn, pkg+"."), ".")
	for len(segs) > 1 && isClosure(segs[len(segs)-1]) {
		segs = segs[:len(segs)-1]
	}
	for len(segs) > 1 && !f.hasFunction(pkg, pkg+"."+strings.Join(segs, ".")) {
		segs = segs[1:]
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
	return seg == "" || strings.HasSuffix(seg, "-fm") || strings.HasPrefix(seg, "func") && strings.Contains(seg, "-range")
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
