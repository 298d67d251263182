package binary

import (
	"debug/dwarf"
	"reflect"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// Attributes that Go's linker adds.
const (
	attrGoKind     = dwarf.Attr(0x2900) // a reflect.Kind
	attrGoElem     = dwarf.Attr(0x2902)
	attrGoEmbedded = dwarf.Attr(0x2903)
)

// A typ is a type as far as locks need it.
type typ struct {
	name   string // pkgpath.Name, "" when it has none
	kind   reflect.Kind
	size   uint64
	fields []field
	elem   *typ   // of a pointer, array or slice, otherwise nil
	locks  answer // of leadsToLock
}

// An answer has the results so far.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

type field struct {
	name     string
	offset   uint64
	embedded bool
	typ      *typ
}

// typeAt reads the type at off. Recursive types are made before they are filled.
func (f *File) typeAt(off dwarf.Offset) *typ {
	if t := f.types[off]; t != nil {
		return t
	}
	t := &typ{}
	f.types[off] = t
	e := f.entry(off)
	if e == nil {
		return t
	}
	if _, builtin := e.Val(attrGoKind).(int64); e.Tag == dwarf.TagTypedef && !builtin { // maps and channels are typedefs, too
		if def, ok := e.Val(dwarf.AttrType).(dwarf.Offset); ok {
			*t = *f.typeAt(def)
		}
		t.name = typeName(stringAttr(e, dwarf.AttrName))
		return t
	}
	f.fill(t, e)
	return t
}

func (f *File) fill(t *typ, e *dwarf.Entry) {
	kind, _ := e.Val(attrGoKind).(int64)
	size, _ := e.Val(dwarf.AttrByteSize).(int64)
	t.kind, t.size = reflect.Kind(kind), uint64(size)
	if t.size == 0 && isPointer(t.kind) {
		t.size = uint64(f.word)
	}
	switch t.kind {
	case reflect.Struct:
		if name := stringAttr(e, dwarf.AttrName); !strings.HasPrefix(name, "struct {") {
			t.name = typeName(name)
		}
		t.fields = f.fields(e.Offset)
	case reflect.Array, reflect.Pointer:
		t.elem = f.attrType(e, dwarf.AttrType)
	case reflect.Slice:
		t.elem = f.attrType(e, attrGoElem)
	}
}

// isPointer reports whether values of the kind are pointers, for which the
// linker writes no size.
func isPointer(k reflect.Kind) bool {
	switch k {
	case reflect.Pointer, reflect.UnsafePointer, reflect.Map, reflect.Chan, reflect.Func:
		return true
	}
	return false
}

func (f *File) attrType(e *dwarf.Entry, attr dwarf.Attr) *typ {
	if off, ok := e.Val(attr).(dwarf.Offset); ok {
		return f.typeAt(off)
	}
	return nil
}

func (f *File) fields(off dwarf.Offset) []field {
	var fields []field
	for e := range f.children(off) {
		t := f.attrType(e, dwarf.AttrType)
		if e.Tag != dwarf.TagMember || t == nil {
			continue
		}
		at, _ := e.Val(dwarf.AttrDataMemberLoc).(int64)
		embedded, _ := e.Val(attrGoEmbedded).(bool)
		fields = append(fields, field{stringAttr(e, dwarf.AttrName), uint64(at), embedded, t})
	}
	return fields
}

// isLock reports whether t is one of the objects that a trace knows.
func (t *typ) isLock() bool {
	switch t.name {
	case "sync.Mutex", "sync.RWMutex", "sync.Cond", "sync.WaitGroup", "sync.Once":
		return true
	}
	return false
}

// isWrapper reports whether t is sync.Once, or its only field of any size is a
// lock or a wrapper.
func (t *typ) isWrapper() bool {
	if t.name == "sync.Once" {
		return true
	}
	if t.kind != reflect.Struct || t.isLock() {
		return false
	}
	var only *typ
	for _, f := range t.fields {
		if f.typ.size == 0 {
			continue
		}
		if only != nil {
			return false
		}
		only = f.typ
	}
	return only != nil && (only.isLock() || only.isWrapper())
}

// segment is how a path names t.
func (t *typ) segment() string {
	if t.name != "" && t.isWrapper() {
		return form.Wrapper + t.name
	}
	return t.name
}

// path is the path to the lock at an offset inside t, or "".
func (t *typ) path(offset uint64) string {
	if t.isLock() && (t.name != "sync.Once" || offset == 0) {
		return lockSegment(t)
	}
	switch t.kind {
	case reflect.Struct:
		for _, f := range t.fields {
			if offset >= f.offset && offset-f.offset < f.typ.size {
				return join(t.segment(), form.Field(f.name, f.embedded), f.typ.path(offset-f.offset))
			}
		}
	case reflect.Array:
		if t.elem != nil && t.elem.size > 0 {
			return join(t.segment(), form.Elements, t.elem.path(offset%t.elem.size))
		}
	}
	return ""
}

func lockSegment(t *typ) string {
	if t.name == "sync.Once" {
		return t.segment()
	}
	return t.name
}

func join(typ, field, rest string) string {
	if rest == "" {
		return ""
	}
	return typ + field + rest
}

// leadsToLock reports whether there is a lock in t, or after pointers in it.
func (t *typ) leadsToLock() bool {
	seen := map[*typ]bool{}
	if t.search(seen) {
		return true
	}
	for other := range seen {
		other.locks = no // all that can be reached from t was looked at
	}
	return false
}

// search looks for a lock among the types that were not seen.
func (t *typ) search(seen map[*typ]bool) bool {
	if t.locks != unknown || seen[t] {
		return t.locks == yes
	}
	seen[t] = true
	found := t.isLock() || t.elem != nil && t.elem.search(seen)
	for i := 0; i < len(t.fields) && !found; i++ {
		found = t.fields[i].typ.search(seen)
	}
	if found {
		t.locks = yes
	}
	return found
}

// holdsLock reports whether memory of type t, or of its element as a pointer or
// slice, contains a lock: whether allocating it makes one.
func (t *typ) holdsLock() bool {
	if (t.kind == reflect.Pointer || t.kind == reflect.Slice) && t.elem != nil {
		t = t.elem
	}
	return t.containsLock()
}

func (t *typ) containsLock() bool {
	if t.isLock() {
		return true
	}
	if t.kind == reflect.Array && t.elem != nil {
		return t.elem.containsLock()
	}
	for _, f := range t.fields {
		if f.typ.containsLock() {
			return true
		}
	}
	return false
}
