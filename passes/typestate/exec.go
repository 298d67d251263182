package typestate

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// exec performs an instruction on a state. It reports false where the path
// ends.
func (w *walker) exec(s *state, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		return w.call(s, in, &in.Call)
	case *ssa.Defer:
		s.defers = append(s.defers, in)
		return true
	case *ssa.RunDefers:
		for i := len(s.defers) - 1; i >= 0; i-- {
			if !w.call(s, s.defers[i], &s.defers[i].Call) {
				return false
			}
		}
		s.defers = nil
		return true
	case *ssa.Alloc:
		w.alloc(s, in)
		return true
	case *ssa.Store:
		w.store(s, in)
		return true
	case *ssa.UnOp:
		return w.load(s, in)
	case *ssa.MakeClosure:
		who := always
		if onlyDeferred(in) {
			who = atExit
		}
		for _, b := range in.Bindings {
			w.share(s, b, who)
		}
		return true
	case *ssa.Phi, *ssa.FieldAddr, *ssa.Field, *ssa.Extract, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType,
		*ssa.TypeAssert, *ssa.BinOp, *ssa.DebugRef, *ssa.Jump:
		return true
	}
	var rands [16]*ssa.Value
	for _, op := range in.Operands(rands[:0]) {
		if *op != nil {
			w.escapes(s, *op)
		}
	}
	return true
}

// alloc is a new variable, which is nil, or a new object.
func (w *walker) alloc(s *state, in *ssa.Alloc) {
	if o := w.objects[in]; o != nil {
		w.born(s, o)
		return
	}
	t := in.Type().Underlying().(*types.Pointer).Elem()
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		s.cells[in] = ssa.NewConst(nil, t)
		delete(s.escaped, in)
	case *types.Basic:
		if isBool(t) {
			s.cells[in] = ssa.NewConst(nil, t)
			delete(s.escaped, in)
		}
	}
}

// store assigns to a variable or to something that others know.
func (w *walker) store(s *state, in *ssa.Store) {
	if w.storesPart(s, in) {
		return
	}
	if c, ok := in.Addr.(*ssa.Alloc); ok && w.objects[c] == nil {
		if _, known := s.cells[c]; known {
			s.cells[c] = s.canon(in.Val)
			if s.escaped[c] != 0 {
				w.escapes(s, in.Val)
			}
			return
		}
	}
	w.escapes(s, in.Val)
	if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
		for _, r := range w.refs(s, fa) {
			s.escape(r.obj)
		}
		w.forgetPaths(s, "."+fieldName(fa))
		return
	}
	w.forgetPaths(s, "")
}

// load reads a variable; reading all of an object copies it.
func (w *walker) load(s *state, in *ssa.UnOp) bool {
	delete(s.env, in)
	if in.Op != token.MUL {
		if in.Op == token.ARROW {
			s.gaveUp = s.gaveUp || calls(s.canon(in.X), doneChannels)
			w.forgetPaths(s, "")
		}
		return true
	}
	if c, ok := in.X.(*ssa.Alloc); ok {
		if v, ok := s.cells[c]; ok {
			if v != nil && !s.uses(v, in, 0) {
				s.env[in] = v
			}
			return true
		}
	}
	if fa, isField := in.X.(*ssa.FieldAddr); isField {
		w.exposes(s, fa)
	} else {
		w.escapes(s, in.X)
	}
	return true
}

// born starts the life of an object. Where a loop makes it again, the one
// before is out of reach, unless a variable that outlives the iteration has it.
func (w *walker) born(s *state, o *object) {
	if l, ok := s.live[o]; ok && o.owned && !l.escaped && l.states&o.proto.final == 0 && !w.isReachable(s, o) {
		w.leak(leak{obj: o, pos: o.born.Pos(), life: l, loop: true})
	}
	for v, to := range s.env {
		if leadsTo(w.refs(&state{}, to), o) {
			delete(s.env, v)
		}
	}
	for c, to := range s.cells {
		if to != nil && leadsTo(w.refs(&state{}, to), o) {
			s.cells[c] = nil
		}
	}
	l := life{states: o.start}
	if o.proto == nil {
		l.states = 0
	}
	delete(s.gone, o)
	s.live[o] = l
}

// isReachable reports whether a variable has the object.
func (w *walker) isReachable(s *state, o *object) bool {
	for v := range s.env {
		if phi, isPhi := v.(*ssa.Phi); isPhi && leadsTo(w.refs(s, v), o) && readLater(phi, o.born) {
			return true
		}
	}
	for _, v := range s.cells {
		if v != nil && leadsTo(w.refs(s, v), o) {
			return true
		}
	}
	for _, d := range s.defers {
		for _, a := range d.Call.Args {
			if leadsTo(w.refs(s, a), o) {
				return true
			}
		}
		if leadsTo(w.refs(s, d.Call.Value), o) {
			return true
		}
	}
	return false
}

// forgetPaths forgets the objects that are known by a way with that field in
// it, or all of them.
func (w *walker) forgetPaths(s *state, field string) {
	for _, o := range w.paths {
		if field == "" || strings.Contains(o.path, field) {
			delete(s.live, o)
		}
	}
}
