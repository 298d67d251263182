package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Objects often keep a context beside the function that ends it:
//
//	s.ctx, s.cancel = context.WithCancel(context.Background())
//
// When nothing else is ever put into the one field, and nobody takes the function out of the other
// but to call it, the context ends where that is called.

// An ending is a field of a context, and whether another one has what ends it.
type ending struct {
	cancel string // the class of that field
	other  bool   // something else is put there
}

// ends maps fields of contexts, as the last selector of their places, to the classes of the fields that
// have what ends them.
func (a *analyzer) ends() map[string]string {
	fields, taken := map[string]*ending{}, map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					a.noteContext(in, fields)
				case *ssa.FieldAddr:
					if isTaken(in) {
						taken[a.frame(fn).Place(in).Class()] = true
					}
				}
			}
		}
	}
	found := map[string]string{}
	for field, e := range fields {
		if !e.other && e.cancel != "" && !taken[e.cancel] {
			found[field] = e.cancel
		}
	}
	return found
}

// noteContext notes what a store puts into a field of a context.
func (a *analyzer) noteContext(st *ssa.Store, fields map[string]*ending) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !syncop.IsContext(st.Val.Type()) {
		return
	}
	field := a.selector(st.Parent(), fa)
	e := fields[field]
	if e == nil {
		e = &ending{}
		fields[field] = e
	}
	cancel := a.cancelBeside(st.Val, fa.X)
	e.other = e.other || cancel == "" || e.cancel != "" && e.cancel != cancel
	e.cancel = cancel
}

// cancelBeside is the class of the unexported field of an object that has, alone, what ends a context which has
// no other end, or "".
func (a *analyzer) cancelBeside(ctx, object ssa.Value) string {
	x, ok := ctx.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return ""
	}
	call, ok := x.Tuple.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || len(call.Call.Args) != 1 || !neverEnds(call.Call.Args[0]) {
		return ""
	}
	if key := syncop.Key(call.Call.StaticCallee()); key != "context.WithCancel" && key != "context.WithCancelCause" {
		return ""
	}
	class := ""
	for _, r := range *call.Referrers() {
		cancel, ok := r.(*ssa.Extract)
		if !ok || cancel.Index != 1 {
			continue
		}
		for _, use := range *cancel.Referrers() {
			st, ok := use.(*ssa.Store)
			if !ok {
				return ""
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || fa.X != object || class != "" {
				return ""
			}
			class = a.frame(st.Parent()).Place(fa).Class()
		}
	}
	if name := class[strings.LastIndexByte(class, '.')+1:]; token.IsExported(name) {
		return ""
	}
	return class
}

// isTaken reports whether what a field holds is used for anything but to be called or compared.
func isTaken(fa *ssa.FieldAddr) bool {
	for _, r := range *fa.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != fa {
				return true
			}
		case *ssa.UnOp:
			for _, use := range *r.Referrers() {
				call, isCall := use.(ssa.CallInstruction)
				_, isTest := use.(*ssa.BinOp)
				_, starts := use.(*ssa.Go)
				if starts || !isTest && (!isCall || call.Common().Value != r) {
					return true
				}
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// EndedBy is the class of the field whose function ends the context in a field, as a node in a
// [Block] names it, or "".
func (r *Result) EndedBy(field string) string { return r.ends[field] }

// contexts returns the arguments of an open call that are in such fields wherever it is made, and
// nothing for the others.
func (a *analyzer) contexts(key string) []Arg {
	fields := a.known.Fields[key]
	if len(a.known.Ends) == 0 || !slices.ContainsFunc(fields, func(f string) bool { return a.known.Ends[f] != "" }) {
		return nil
	}
	args := make([]Arg, len(fields))
	for i, f := range fields {
		if a.known.Ends[f] != "" {
			args[i] = Arg{Place: syncop.Place{Root: "G", Path: f}}
		}
	}
	return args
}
