package trace

import "unsafe"

// The binary form maps records onto Event directly.
var _ [RecordSize]byte = [unsafe.Sizeof(Event{})]byte{}

// ClassOf derives the lock class from the path of a lock inside a type.
//
// A path is "TYPE|FIELD|TYPE|FIELD|...|TYPE": from the outermost type down to
// the lock's own type. A type is written in one of these forms:
//
//   - "pkgpath.Name" is a named type, and "pkgpath.Name[HASH]" one with type arguments.
//   - "~pkgpath.Name" is a lock wrapper: its only field of any size is a lock or a wrapper.
//     sync.Once counts as a wrapper too.
//   - "" is a type without a name.
//
// A field is ".name", "+Name" when embedded, or "[]" for the elements of an array, slice,
// map or channel.
//
// The class begins with the innermost named type that is no wrapper. The fields from there
// to the lock or to the first wrapper follow: "p.Server.state.mu". The class is "" when no
// such type is on the path. Then the variable that holds the lock gives the class: see
// [VarClass].
func ClassOf(path string) string {
	var room [maxSegments]string
	segs := splitPath(room[:0], path)
	last := len(segs) - 1
	end := last // index of the type at which the field path ends
	for end >= 2 && isWrapper(segs[end-2]) {
		end -= 2
	}
	for i := end - 2; i >= 0; i -= 2 {
		if segs[i] != "" && !isWrapper(segs[i]) {
			return fields(segs[i], segs[i:end])
		}
	}
	return ""
}

// VarClass is the class of a lock in a variable, outside of any named struct type. It is
// "pkg.Var" or "pkg.Func.var", followed by the fields of path.
func VarClass(variable, path string) string {
	var room [maxSegments]string
	segs := splitPath(room[:0], path)
	end := len(segs) - 1
	for end >= 2 && isWrapper(segs[end-2]) {
		end -= 2
	}
	return fields(variable, segs[:end])
}

// WrapperClass is the class of a lock whose path consists of wrappers only and that is in no
// global variable. It is the outermost wrapper and the field below it, as in "p.Lock.mu".
//
// A local variable does not give the class, since a method of the wrapper does not know the
// variable of its receiver. The class is "" when all wrappers of the path are those of
// package sync.
func WrapperClass(path string) string {
	var room [maxSegments]string
	segs := splitPath(room[:0], path)
	if len(segs) < 3 || !isWrapper(segs[0]) || len(segs[0]) > 6 && segs[0][:6] == "~sync." {
		return ""
	}
	return fields(segs[0][1:], segs[:3])
}

func isWrapper(typ string) bool { return len(typ) > 0 && typ[0] == '~' }

// maxSegments is how many segments need no memory of their own. Few paths have more.
const maxSegments = 24

// maxClass is how many bytes of a class need no memory but the class itself.
const maxClass = 128

// fields puts the field segments of an alternating list that starts with a type behind
// the name of the type around them.
func fields(in string, segs []string) string {
	n := len(in)
	for i := 1; i < len(segs); i += 2 {
		n += len(segs[i])
	}
	if n == len(in) {
		return in
	}
	var room [maxClass]byte
	s := append(room[:0], in...)
	for i := 1; i < len(segs); i += 2 {
		switch f := segs[i]; {
		case f == "[]":
			s = append(s, f...)
		case len(f) > 0:
			s = append(append(s, '.'), f[1:]...)
		}
	}
	return string(s)
}

// splitPath puts the segments of a path, types by their origin, behind those of segs.
func splitPath(segs []string, path string) []string {
	segs = cutPath(segs, path)
	for i := 0; i < len(segs); i += 2 {
		segs[i] = segs[i][:argumentsAt(segs[i])]
	}
	return segs
}

// cutPath cuts at '|' without package strings, which sync may not import.
func cutPath(segs []string, path string) []string {
	start := 0
	for i := 0; i < len(path); i++ {
		if path[i] == '|' {
			segs = append(segs, path[start:i])
			start = i + 1
		}
	}
	return append(segs, path[start:])
}

// Arguments tells apart locks of one class in differently instantiated generic types,
// which are never the same object. It has the hashes of the type arguments on a path.
// It is "" when there are none, or none are known.
func Arguments(path string) string {
	args, segs := "", cutPath(nil, path)
	for i := 0; i < len(segs); i += 2 {
		args += segs[i][argumentsAt(segs[i]):]
	}
	return args
}

// argumentsAt is where the type arguments of a type's name begin.
func argumentsAt(name string) int {
	for i := 0; i < len(name); i++ {
		if name[i] == '[' {
			return i
		}
	}
	return len(name)
}
