package binary

import (
	"reflect"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// Global returns the package-level variable at a run-time address, as "pkgpath.Var". The
// address may also lie in a static object that belongs to the variable. The result path leads from the
// type of the variable or the object to the lock at that address. It is "" when there is no
// DWARF or no lock.
func (f *File) Global(addr uint64) (name, path string, ok bool) {
	addr -= f.slide
	if s, ok := f.symbolAt(addr); ok {
		t := f.variableType(s)
		variable := s.data && isVariable(s.name)
		switch {
		case variable && t == nil && (f.sized || addr == s.addr):
			return unescape(s.name), "", true
		case variable && t != nil && addr-s.addr < max(t.size, 1):
			return unescape(s.name), t.path(addr - s.addr), true
		case f.sized:
			return "", "", false
		}
	}
	if _, ok := f.bytesAt(addr, 1); !ok {
		return "", "", false // no static data, which saves looking through everything
	}
	if len(f.symbols) == 0 {
		return f.variableAt(addr)
	}
	return f.staticAt(addr)
}

// isVariable reports whether a symbol of Go is a variable: pkgpath.Name, and not
// something of the compiler's or of C.
func isVariable(symbol string) bool {
	return strings.Contains(symbol, ".") && !strings.Contains(symbol, "..") && !strings.Contains(symbol, ":")
}

// variableType is the type of the symbol's variable, or nil.
func (f *File) variableType(s symbol) *typ {
	for _, u := range f.unitsOf(pkgOf(s.name)) {
		for _, v := range u.vars {
			if v.addr == s.addr {
				return f.typeAt(v.typ)
			}
		}
	}
	return nil
}

// variableAt finds a variable by DWARF alone.
func (f *File) variableAt(addr uint64) (name, path string, ok bool) {
	for pkg := range f.units {
		for _, u := range f.unitsOf(pkg) {
			for _, v := range u.vars {
				if t := f.typeAt(v.typ); addr-v.addr < t.size {
					return v.name, t.path(addr - v.addr), true
				}
			}
		}
	}
	return f.staticAt(addr)
}

// An object is memory that the compiler laid out for the target of a variable's
// initial pointer. It has no symbol.
type object struct {
	addr, size uint64
	variable   string
	typ        *typ // of its elements
	slice      bool
}

// Limits of the search for static objects. Objects beyond them have no name.
const (
	maxObjects  = 1 << 16
	maxElements = 1 << 12 // of one array or slice
)

// staticAt finds the object that covers the address.
func (f *File) staticAt(addr uint64) (name, path string, ok bool) {
	f.trace()
	for _, o := range f.statics {
		if addr-o.addr >= o.size {
			continue
		}
		path := o.typ.path((addr - o.addr) % o.typ.size)
		if o.slice && path != "" {
			path = form.Elements + path
		}
		return o.variable, path, true
	}
	return "", "", false
}

// trace follows the pointers in the initial values of all variables whose types
// lead to a lock.
func (f *File) trace() {
	if f.traced {
		return
	}
	f.traced = true
	t := tracer{f, map[uint64]bool{}}
	for pkg := range f.units {
		for _, u := range f.unitsOf(pkg) {
			for _, v := range u.vars {
				t.known[v.addr] = true
			}
		}
	}
	for pkg := range f.units {
		for _, u := range f.unitsOf(pkg) {
			for _, v := range u.vars {
				t.follow(v.addr, f.typeAt(v.typ), v.name)
			}
		}
	}
}

// A tracer finds objects. Pointers to known objects lead nowhere new.
type tracer struct {
	*File
	known map[uint64]bool
}

// follow visits what the pointers in the memory of type typ at addr point to.
func (t tracer) follow(addr uint64, typ *typ, variable string) {
	if !typ.leadsToLock() {
		return
	}
	switch typ.kind {
	case reflect.Struct:
		for _, f := range typ.fields {
			t.follow(addr+f.offset, f.typ, variable)
		}
	case reflect.Array:
		t.elements(addr, typ.elem, typ.size, variable)
	case reflect.Pointer:
		t.visit(object{t.pointerAt(addr), typ.elem.size, variable, typ.elem, false})
	case reflect.Slice:
		n := t.pointerAt(addr + uint64(t.word))
		t.visit(object{t.pointerAt(addr), min(n, maxElements) * typ.elem.size, variable, typ.elem, true})
	}
}

func (t tracer) elements(addr uint64, elem *typ, size uint64, variable string) {
	if elem.size == 0 {
		return
	}
	for i := range min(size/elem.size, maxElements) {
		t.follow(addr+i*elem.size, elem, variable)
	}
}

func (t tracer) visit(o object) {
	if o.size == 0 || t.known[o.addr] || len(t.statics) == maxObjects {
		return
	}
	if _, ok := t.bytesAt(o.addr, o.size); !ok {
		return
	}
	t.known[o.addr] = true
	t.statics = append(t.statics, o)
	t.elements(o.addr, o.typ, o.size, o.variable)
}
