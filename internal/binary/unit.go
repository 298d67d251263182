package binary

import (
	"debug/dwarf"
	"encoding/binary"
	"iter"
	"strings"
)

// A unit is the DWARF description of a package, or of a part of it.
type unit struct {
	pkg    string
	offset dwarf.Offset
	loaded bool
	vars   []variable
	funcs  map[string][]dwarf.Offset // by name as a class has it; generic ones have several
}

// A variable is a package-level variable.
type variable struct {
	name string // pkgpath.Var
	addr uint64
	typ  dwarf.Offset
}

// findUnits lists the units by package path, without reading them.
func (f *File) findUnits() map[string][]*unit {
	units := map[string][]*unit{}
	if f.dwarf == nil {
		return units
	}
	r := f.dwarf.Reader()
	for {
		e, err := r.Next()
		if err != nil || e == nil {
			return units
		}
		if e.Tag == dwarf.TagCompileUnit {
			pkg := stringAttr(e, dwarf.AttrName)
			units[pkg] = append(units[pkg], &unit{pkg: pkg, offset: e.Offset})
		}
		r.SkipChildren()
	}
}

// unitsOf are the units of a package, read.
func (f *File) unitsOf(pkg string) []*unit {
	for _, u := range f.units[pkg] {
		f.load(u)
	}
	return f.units[pkg]
}

func (f *File) load(u *unit) {
	if u.loaded {
		return
	}
	u.loaded, u.funcs = true, map[string][]dwarf.Offset{}
	for e := range f.children(u.offset) {
		switch name := stringAttr(e, dwarf.AttrName); e.Tag {
		case dwarf.TagVariable:
			loc, _ := e.Val(dwarf.AttrLocation).([]byte)
			typ, _ := e.Val(dwarf.AttrType).(dwarf.Offset)
			if addr, ok := f.address(loc); ok && name != "" {
				u.vars = append(u.vars, variable{typeName(name), addr, typ})
			}
		case dwarf.TagSubprogram:
			if name == "" {
				name = stringAttr(f.origin(e), dwarf.AttrName)
			}
			name = typeName(name)
			u.funcs[name] = append(u.funcs[name], e.Offset)
		}
	}
}

// children yields the entries directly below the one at off.
func (f *File) children(off dwarf.Offset) iter.Seq[*dwarf.Entry] {
	return func(yield func(*dwarf.Entry) bool) {
		r := f.dwarf.Reader()
		r.Seek(off)
		if e, err := r.Next(); err != nil || e == nil || !e.Children {
			return
		}
		for {
			e, err := r.Next()
			if err != nil || e == nil || e.Tag == 0 || !yield(e) {
				return
			}
			r.SkipChildren()
		}
	}
}

// origin is the entry that says what e, an inlined or out-of-line copy, does not.
func (f *File) origin(e *dwarf.Entry) *dwarf.Entry {
	off, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
	if !ok {
		return e
	}
	if o := f.entry(off); o != nil {
		return o
	}
	return e
}

// entry is the entry at off, or nil.
func (f *File) entry(off dwarf.Offset) *dwarf.Entry {
	r := f.dwarf.Reader()
	r.Seek(off)
	e, err := r.Next()
	if err != nil {
		return nil
	}
	return e
}

// address reads a location that is nothing but an address.
func (f *File) address(loc []byte) (uint64, bool) {
	const opAddr = 0x03
	switch {
	case len(loc) == 9 && loc[0] == opAddr:
		return binary.LittleEndian.Uint64(loc[1:]), true
	case len(loc) == 5 && loc[0] == opAddr:
		return uint64(binary.LittleEndian.Uint32(loc[1:])), true
	}
	return 0, false
}

func stringAttr(e *dwarf.Entry, attr dwarf.Attr) string {
	s, _ := e.Val(attr).(string)
	return s
}

// pkgOf is the package path in the name of a symbol or function, whose last
// element has its dots escaped.
func pkgOf(name string) string {
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i] // type arguments hold paths, too
	}
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		name = name[:slash+dot]
	}
	return unescape(name)
}

// typeName is the name of a type, function or variable as a class has it:
// unescaped, generic ones by their origin, without the compiler's number of a
// local type.
func typeName(name string) string {
	name = unescape(withoutTypeArgs(name))
	if i := strings.Index(name, "·"); i >= 0 {
		name = name[:i]
	}
	return name
}

// withoutTypeArgs removes what stands in brackets, with the brackets.
func withoutTypeArgs(name string) string {
	if !strings.Contains(name, "[") {
		return name
	}
	var b strings.Builder
	depth := 0
	for _, r := range name {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unescape undoes the %2e of the compiler's symbol names.
func unescape(name string) string {
	if !strings.Contains(name, "%") {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '%' && i+2 < len(name) && isHex(name[i+1]) && isHex(name[i+2]) {
			b.WriteByte(hexValue(name[i+1])<<4 | hexValue(name[i+2]))
			i += 2
			continue
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}
