package predict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/binary"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// A nameTable gives locks their classes and functions their full names.
type nameTable struct {
	main    string       // import path of package main
	bin     *binary.File // nil when the binary is gone or unreadable
	program *executable  // nil as well
	text    uint64
	classes map[uint64]string
	stacks  map[trace.Op][]trace.StackID // of each operation that was asked about, in the order of their first events
}

func newNaming(t *trace.Trace, target *record.Target, from *Executables) *nameTable {
	n := &nameTable{main: t.Header[trace.HeaderMain], classes: map[uint64]string{}, stacks: map[trace.Op][]trace.StackID{}, text: parseHex(t.Header[trace.HeaderText])}
	n.program, n.bin = from.of(t, target)
	return n
}

func parseHex(s string) uint64 {
	var v uint64
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 | uint64(c-'a'+10)
		default:
			return 0
		}
	}
	return v
}

// fn writes a function as the static side does: package main by its import
// path, a dot in the last element of a path as it is (the linker escapes it),
// and one name for all instances of a generic function.
func (n *nameTable) fn(name string) string {
	name = strings.ReplaceAll(generic(name), "%2e", ".")
	if rest, ok := strings.CutPrefix(name, "main."); ok && n.main != "" {
		return n.main + "." + rest
	}
	return name
}

// generic writes the type arguments in a name as Go's own tracebacks do: "[...]".
// The elements of a lock class, "[]", stay.
func generic(name string) string {
	if !strings.Contains(name, "[") {
		return name
	}
	var b strings.Builder
	depth, begin := 0, 0
	for i, r := range name {
		if r == ']' && depth > 0 {
			if depth--; depth == 0 && i > begin {
				b.WriteString("...")
			}
		}
		if depth == 0 {
			b.WriteRune(r)
		}
		if r == '[' {
			if depth++; depth == 1 {
				begin = i + 1
			}
		}
	}
	return b.String()
}

func (n *nameTable) isGlobal(addr uint64) bool {
	if n.bin != nil {
		_, _, ok := n.bin.Global(addr)
		return ok
	}
	return addr-n.text < 1<<32 // without its symbols: near the program's code
}

// class is the lock class of an instance, as the design defines it.
func (n *nameTable) class(o *objects.Objects, t *trace.Trace, lock uint64) string {
	if c, ok := n.classes[lock]; ok {
		return c
	}
	c := n.fn(n.derive(o, t, o.Instance(lock)))
	n.classes[lock] = c
	return c
}

func (n *nameTable) derive(o *objects.Objects, t *trace.Trace, in *objects.Instance) string {
	if c := in.Class(); c != "" {
		return c
	}
	if in.Alloc == objects.NoAlloc {
		return n.global(in)
	}
	if c := trace.WrapperClass(in.Path); c != "" {
		return c
	}
	for _, f := range t.Stacks[o.Events[in.Alloc].Stack()] {
		if passesLockOn(f.Func) {
			continue
		}
		if v, ok := n.local(o, t, f, in); ok {
			return trace.VarClass(v, in.Path)
		}
		return f.Func + anonymous(in)
	}
	return "(" + in.Kind.String() + ")"
}

// local names what was allocated at a place.
func (n *nameTable) local(o *objects.Objects, t *trace.Trace, f trace.Frame, in *objects.Instance) (string, bool) {
	if n.bin == nil {
		return "", false
	}
	name := n.bin.Local
	if in.Kind == trace.KindChan {
		name = n.bin.Chan
	} else if in.Kind == trace.KindCond {
		name = n.bin.Cond
	} else if in.Type == nil {
		if v, ok := n.bin.Together(f.Func, f.File, f.Line, allocated(o, in.Alloc), in.Offset); ok {
			return v, true
		}
	}
	if v, ok := name(f.Func, f.File, f.Line, binary.Pick{}); ok {
		return v, true
	}
	return name(f.Func, f.File, f.Line, n.pick(o, t, in.Alloc))
}

// allocated is the size of the allocation of an event, 0 when it is not known.
func allocated(o *objects.Objects, at int) uint64 {
	for _, e := range o.Events[at+1:] {
		if e.G == o.Events[at].G {
			if e.Op == trace.OpAllocType {
				return e.Obj
			}
			return 0
		}
	}
	return 0
}

// pick says which of the values that are made at one line an event has made. Such events have
// stacks of the same frames, and each its own program counter. The first one comes first.
func (n *nameTable) pick(o *objects.Objects, t *trace.Trace, made int) binary.Pick {
	own := o.Events[made]
	frames := t.Stacks[own.Stack()]
	alike := slices.DeleteFunc(slices.Clone(n.stacksOf(o, own.Op)), func(s trace.StackID) bool { return !slices.Equal(t.Stacks[s], frames) })
	return binary.Pick{Nth: slices.Index(alike, own.Stack()), Of: len(alike)}
}

// stacksOf are the stacks of an operation, in the order of their first events. There are few of them, and many events.
func (n *nameTable) stacksOf(o *objects.Objects, op trace.Op) []trace.StackID {
	if list, known := n.stacks[op]; known {
		return list
	}
	var list []trace.StackID
	seen := map[trace.StackID]bool{}
	for _, e := range o.Events {
		if e.Op == op && !seen[e.Stack()] {
			seen[e.Stack()] = true
			list = append(list, e.Stack())
		}
	}
	n.stacks[op] = list
	return list
}

func (n *nameTable) global(in *objects.Instance) string {
	if n.bin == nil {
		return "(global " + in.Kind.String() + ")"
	}
	name, path, ok := n.bin.Global(in.Addr)
	if !ok {
		return "(" + in.Kind.String() + " outside the Go heap)"
	}
	if c := trace.ClassOf(path); c != "" {
		return c
	}
	return trace.VarClass(name, path)
}

// anonymous stands for a variable without a name: the source or the binary is gone, or does not tell.
func anonymous(in *objects.Instance) string {
	if in.Path != "" || in.Offset == 0 {
		return trace.VarClass(".("+in.Kind.String()+")", in.Path)
	}
	return fmt.Sprintf(".(%s+%d)", in.Kind, in.Offset)
}
