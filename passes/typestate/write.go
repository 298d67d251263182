package typestate

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// This file is about written data: whether it arrives, and whether a failure is noticed.

// writes are the methods by which something is written.
var writes = []string{
	"AddFS", "Copy", "Create", "CreateHeader", "CreateRaw", "ReadFrom", "Write", "WriteAll", "WriteAt", "WriteByte", "WriteHeader", "WriteRune", "WriteString",
}

func isWrite(method string) bool { return slices.Contains(writes, method) }

// told notes what a call says about what was written before: its error, or nothing.
func (l *life) told(p *proto, in ssa.CallInstruction, method string) {
	switch {
	case isWrite(method):
		l.wrote = true
	case !p.ends(method) && method != "Sync" && method != "Flush":
	case !ignored(in):
		l.wrote, l.dropped = false, nil
	case l.wrote && p.ends(method) && returnsError(in):
		l.dropped = in
	}
}

func returnsError(in ssa.CallInstruction) bool {
	results := in.Common().Signature().Results()
	return results.Len() > 0 && isError(results.At(results.Len()-1).Type())
}

// writesThrough is the end of a writer, which writes what is left into what it was made of.
func (w *walker) writesThrough(s *state, in ssa.CallInstruction, by *object, method string) {
	for _, u := range w.under(s, by) {
		l := s.live[u]
		next := u.proto.step(l.states, "Write")
		if next != 0 {
			l.states, l.wrote = next, true
			s.live[u] = l
			continue
		}
		if l.states&^u.proto.final == 0 && l.last != nil && !slices.ContainsFunc(s.late, func(v violation) bool { return v.at == in && v.obj == u }) {
			s.late = append(s.late, violation{u, in, method, l, by})
		}
	}
}

// under returns the objects that a writer was made of.
func (w *walker) under(s *state, by *object) []*object {
	call, ok := by.born.(*ssa.Call)
	if !ok {
		return nil
	}
	if does, _ := effectOf(&call.Call); !does.Has(stdlib.Wraps) {
		return nil
	}
	var list []*object
	for _, arg := range call.Call.Args {
		for _, r := range w.refs(s, arg) {
			if l, ok := s.live[r.obj]; ok && r.how == itself && !l.escaped && r.obj.proto != nil && r.obj.proto.has("Write") {
				list = append(list, r.obj)
			}
		}
	}
	return list
}

// deaf are types that cannot fail when they are written to, or of which no code could be
// told that they have.
var deaf = []string{"bytes.Buffer", "strings.Builder", "net/http.ResponseWriter", "net/http/httptest.ResponseRecorder", "hash.Hash", "io.PipeWriter"}

// cannotFail reports whether the object writes to a writer that does not fail.
func cannotFail(o *object) bool {
	call, ok := o.born.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 {
		return false
	}
	v := call.Call.Args[0]
	for {
		switch to := v.(type) {
		case *ssa.MakeInterface:
			v = to.X
			continue
		case *ssa.ChangeInterface:
			v = to.X
			continue
		case *ssa.UnOp:
			if _, isGlobal := to.X.(*ssa.Global); isGlobal {
				return true // os.Stdout, os.Stderr, io.Discard
			}
		}
		return slices.Contains(deaf, typeName(v.Type())) || isHash(v.Type())
	}
}

// isHash reports whether values of a type are hashes, whose Write never fails.
func isHash(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "BlockSize")
	return obj != nil
}
