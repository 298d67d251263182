package trace

import (
	"unsafe"

	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// The binary form maps records onto Event directly.
var _ [RecordSize]byte = [unsafe.Sizeof(Event{})]byte{}

// ClassOf derives the lock class from the path of a lock inside a type, as [form.Path] has it.
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
	for end >= 2 && form.IsWrapper(segs[end-2]) {
		end -= 2
	}
	for i := end - 2; i >= 0; i -= 2 {
		if segs[i] != "" && !form.IsWrapper(segs[i]) {
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
	for end >= 2 && form.IsWrapper(segs[end-2]) {
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
	if len(segs) < 3 || !form.IsWrapper(segs[0]) {
		return ""
	}
	outermost := segs[0][len(form.Wrapper):]
	if len(outermost) > len(syncDot) && outermost[:len(syncDot)] == syncDot {
		return ""
	}
	return fields(outermost, segs[:3])
}

// syncDot begins the names of types of package sync.
const syncDot = "sync."

// maxSegments is how many segments need no memory of their own. Few paths have more.
const maxSegments = 24

// maxClass is how many bytes of a class need no memory but the class itself.
const maxClass = 128

// fields puts the field segments of an alternating list that starts with a type after
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
		if name := form.FieldName(segs[i]); name != "" {
			s = append(append(s, '.'), name...)
		} else {
			s = append(s, segs[i]...)
		}
	}
	return string(s)
}

// splitPath puts the segments of a path, types by their origin, after those of segs.
func splitPath(segs []string, path string) []string {
	segs = form.Segments(segs, path)
	for i := 0; i < len(segs); i += 2 {
		segs[i] = segs[i][:form.ArgumentsAt(segs[i])]
	}
	return segs
}

// Arguments tells apart locks of one class in differently instantiated generic types,
// which are never the same object. It has the hashes of the type arguments on a path.
// It is "" when there are none, or none are known.
func Arguments(path string) string {
	args, segs := "", form.Segments(nil, path)
	for i := 0; i < len(segs); i += 2 {
		args += segs[i][form.ArgumentsAt(segs[i]):]
	}
	return args
}
