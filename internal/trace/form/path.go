package form

import "unsafe"

// Parts of a path.
const (
	Bar      = "|"                // between types and fields
	Wrapper  = "~"                // before a wrapper
	Any      = "[]"               // the field of elements
	Elements = Bar + Any + Bar    // between a container and the type of its elements
	plain    = "."                // before a field
	embedded = "+"                // before an embedded field
	opening  = '['                // before type arguments
	closing  = "]"                // after them
	digits   = "0123456789abcdef" // of their hash
)

// A Path leads to a lock inside a type. Its text is "TYPE|FIELD|TYPE|FIELD|...|TYPE": from the outermost type down
// to the lock's own type. A type is written in one of these forms:
//
//   - "pkgpath.Name" is a named type, and "pkgpath.Name[HASH]" one with type arguments.
//   - "~pkgpath.Name" is a lock wrapper: its only field of any size is a lock or a wrapper.
//     sync.Once counts as a wrapper too.
//   - "" is a type without a name.
//
// A field is ".name", "+Name" when embedded, or "[]" for the elements of an array, slice,
// map or channel.
//
// A path is written into a room. A part without room is left out.
type Path struct {
	room []byte
	n    int
}

// Within returns an empty path in a room.
func Within(room []byte) Path { return Path{room: room} }

// Len is the length of a path in bytes.
func (p *Path) Len() int { return p.n }

// Cut makes a path as short as it was when it had that length.
func (p *Path) Cut(length int) { p.n = length }

// Text is the path. It changes when the path does.
func (p *Path) Text() string { return unsafe.String(unsafe.SliceData(p.room), p.n) }

func (p *Path) put(s string) { p.n += copy(p.room[p.n:], s) }

// Type writes a named type. Of type arguments in its name it writes nothing.
//
//go:norace
func (p *Path) Type(pkg, name string, isWrapper bool) {
	if isWrapper {
		p.put(Wrapper)
	}
	p.put(pkg)
	p.put(".")
	p.put(name[:ArgumentsAt(name)])
}

// Arguments writes 32 bits of a hash of type arguments, which can be long.
//
//go:norace
func (p *Path) Arguments(hash uint64) {
	p.put(string(opening))
	for shift := 60; shift >= 32; shift -= 4 {
		i := hash >> shift & 15
		p.put(digits[i : i+1])
	}
	p.put(closing)
}

// Field writes a field. The type of the field follows.
//
//go:norace
func (p *Path) Field(name string, isEmbedded bool) {
	p.put(Bar)
	if isEmbedded {
		p.put(embedded)
	} else {
		p.put(plain)
	}
	p.put(name)
	p.put(Bar)
}

// Elements writes the field of elements. Their type follows.
//
//go:norace
func (p *Path) Elements() { p.put(Elements) }

// Field is a field between the type that has it and the type of its own.
func Field(name string, isEmbedded bool) string {
	p := Within(make([]byte, len(name)+len(Bar+embedded+Bar)))
	p.Field(name, isEmbedded)
	return p.Text()
}

// Segments puts the types and fields of a path after those of segs.
func Segments(segs []string, path string) []string {
	start := 0
	for i := 0; i < len(path); i++ {
		if path[i] == Bar[0] {
			segs = append(segs, path[start:i])
			start = i + 1
		}
	}
	return append(segs, path[start:])
}

// IsWrapper reports whether a type is a wrapper.
func IsWrapper(typ string) bool { return len(typ) > 0 && typ[0] == Wrapper[0] }

// FieldName is the name of a field, "" for that of elements.
func FieldName(field string) string {
	if field == "" || field == Any {
		return ""
	}
	return field[len(plain):]
}

// ArgumentsAt is where the type arguments of a type's name begin.
func ArgumentsAt(name string) int {
	for i := 0; i < len(name); i++ {
		if name[i] == opening {
			return i
		}
	}
	return len(name)
}
