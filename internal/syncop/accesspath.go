package syncop

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// maxPath is how many bytes of selectors an access path has at most. Beyond it (a
// recursive structure, walked down) the access path is some object of its class.
const maxPath = 180

// Unknown is the root of an access path about which only its class is known.
const Unknown = "?"

// An AccessPath is a symbolic access path to an object, seen from one function.
type AccessPath struct {
	// Root is where the path begins:
	//
	//   - "P0" is the first parameter or the receiver.
	//   - "F0" is the first free variable of a function literal.
	//   - "G" is a global variable.
	//   - "L" and the name of a register is a local value.
	//   - Unknown is any other root.
	Root string
	// Path is the selectors below the root:
	//
	//   - ".f'1a2b" is a field, with a tag of the type that has it.
	//   - "->" is the target of a pointer.
	//   - "[=1:int]" is an element with a constant index, "[P1]" has its index in a parameter,
	//     "[t3]" in a register.
	//   - "[?]" is some element.
	Path string
	// Types is the path of types since the last pointer, in the form that trace.ClassOf reads.
	// Here "^" marks a lock type with more than a lock in it.
	Types string
	// Var names the variable that Types starts at, when it is one.
	Var string
}

// Class is the lock class, the same as on the dynamic side.
func (p AccessPath) Class() string {
	if types := strings.ReplaceAll(p.Types, "^", ""); trace.ClassOf(types) == "" && (p.Root != "G" || p.Var == "") {
		if c := trace.WrapperClass(types); c != "" {
			return c
		}
	}
	return p.class("")
}

// Node is the name by which the static side tells locks apart. It is the lock class, with one
// difference. A lock type with data of its own (a name, a counter) counts as a wrapper. So the
// fields of this type name its uses.
func (p AccessPath) Node() string { return p.class("~") }

func (p AccessPath) class(mark string) string {
	types := strings.ReplaceAll(p.Types, "^", mark)
	if c := trace.ClassOf(types); c != "" {
		return c
	}
	if p.Var != "" {
		return trace.VarClass(p.Var, types)
	}
	if mark != "" {
		return p.Class() // a wrapper of unknown whereabouts
	}
	return ""
}

// Known reports whether equal access paths mean the same object.
func (p AccessPath) Known() bool { return p.Root != "" && p.Root != Unknown }

// Same reports whether p and q are certainly the same object.
func (p AccessPath) Same(q AccessPath) bool {
	return p.Known() && p.Root == q.Root && p.Path == q.Path && !strings.Contains(p.Path, AnyIndex)
}

// AnyIndex is an unknown index, such as the result of a called function.
const AnyIndex = "[?]"

// Reindex renames the indexes in a path. name is given what stands between the
// brackets; constants keep their meaning everywhere and are left alone.
func (p AccessPath) Reindex(name func(index string) string) AccessPath {
	if !strings.Contains(p.Path, "[") {
		return p
	}
	var b strings.Builder
	rest := p.Path
	for {
		before, after, ok := strings.Cut(rest, "[")
		b.WriteString(before)
		if !ok {
			break
		}
		index, tail, _ := strings.Cut(after, "]")
		if !strings.HasPrefix(index, "=") {
			index = name(index)
		}
		b.WriteString("[" + index + "]")
		rest = tail
	}
	p.Path = b.String()
	return p
}

// Below reports whether p is reached through the object that q belongs to:
// "P0.child->.mu" lies below "P0.mu". Of two elements of one list none lies below the other one.
func (p AccessPath) Below(q AccessPath) bool {
	owner := q.Path
	if i := strings.LastIndexAny(owner, ".["); i >= 0 {
		if owner[i] == '[' && strings.HasPrefix(p.Path, owner[:i+1]) {
			return false
		}
		owner = owner[:i]
	}
	return p.Known() && p.Root == q.Root && len(p.Path) > len(q.Path)-len(owner) && strings.HasPrefix(p.Path, owner) && strings.Contains(p.Path[len(owner):], "->")
}

// Outer reports whether a caller can see the access path: it starts at a parameter
// or free variable.
func (p AccessPath) Outer() bool { return p.Root != "" && (p.Root[0] == 'P' || p.Root[0] == 'F') }

// Index returns the number in a root such as P0 or F0.
func (p AccessPath) Index() int {
	n, err := strconv.Atoi(p.Root[1:])
	if err != nil {
		return -1
	}
	return n
}

// Uses reports whether the access path depends on the local value with that name.
func (p AccessPath) Uses(register string) bool {
	return p.Root == "L"+register || strings.Contains(p.Path, "["+register+"]")
}

// String returns root and path, for keys and tests.
func (p AccessPath) String() string { return p.Root + p.Path }

// Under moves an access path of a called function below the argument that its root stands for.
// If the argument is the address of a variable with one assignment, content is the value of
// that variable.
func (p AccessPath) Under(arg AccessPath, content *AccessPath) AccessPath {
	path, types, variable := p.Path, p.Types, p.Var
	switch {
	case content != nil && strings.HasPrefix(path, "->"):
		arg, path = *content, path[len("->"):]
	}
	if !strings.Contains(path, "->") {
		types, variable = join(arg.Types, dropFirst(types)), arg.Var
		if arg.Types == "" {
			types = p.Types
		}
	}
	return AccessPath{arg.Root, arg.Path + path, types, variable}.bounded()
}

// Retyped is the access path with another name for a type, as in Types.
func (p AccessPath) Retyped(from, to string) AccessPath {
	if !strings.Contains(p.Types, from) && !strings.Contains(p.Path, "'") {
		return p
	}
	segs := form.Segments(nil, p.Types)
	for i := 0; i < len(segs); i += 2 {
		if segs[i] == from {
			segs[i] = to
		}
	}
	p.Types = strings.Join(segs, form.Bar)
	p.Path = renameTag(p.Path, tagOf(strings.TrimLeft(from, "^~")), tagOf(strings.TrimLeft(to, "^~")))
	return p
}

// renameTag puts one tag of a type in the place of another one. A tag ends at the next selector.
func renameTag(path, from, to string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(path, from)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if rest == "" || strings.IndexByte(".-[", rest[0]) >= 0 {
			b.WriteString(to)
		} else {
			b.WriteString(from)
		}
		path = rest
	}
}

// Forget is the access path as seen from where its root has no meaning.
func (p AccessPath) Forget() AccessPath {
	if p.Root == "G" {
		return p
	}
	p.Root, p.Path = Unknown, ""
	return p
}

func (p AccessPath) bounded() AccessPath {
	if len(p.Path) > maxPath || strings.Count(p.Path, "->") > 6 {
		p.Root, p.Path = Unknown, ""
	}
	return p
}

// dropFirst removes the first type of an alternating list.
func dropFirst(types string) string {
	i := strings.Index(types, form.Bar)
	if i < 0 {
		return ""
	}
	return types[i:]
}

func join(a, b string) string { return a + b }

// TypePath is some object of a type.
func TypePath(t types.Type) AccessPath { return AccessPath{Root: Unknown, Types: typeSegment(t)} }
