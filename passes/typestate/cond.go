package typestate

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A cond is a condition without its negation.
type cond struct {
	key    string
	neg    bool
	isNil  ssa.Value // "is nil" is asked of this value, or nil
	value  ssa.Value // the truth of this value is asked, or nil
	uses   []ssa.Value
	memory bool
}

// condition takes a condition apart.
func (w *walker) condition(s *state, v ssa.Value) cond {
	neg := false
	v = s.canon(v)
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v, neg = s.canon(u.X), !neg
	}
	c := cond{neg: neg, value: v}
	if b, ok := v.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		for _, pair := range [][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
			if k, ok := pair[1].(*ssa.Const); ok && k.IsNil() {
				c.isNil, c.value = s.canon(pair[0]), nil
				c.neg = neg != (b.Op == token.NEQ)
				c.key = "nil " + w.write(s, c.isNil, &c)
				return c
			}
		}
		if b.Op == token.NEQ {
			c.neg = !neg
			c.key = w.write(s, b.X, &c) + " == " + w.write(s, b.Y, &c)
			return c
		}
	}
	c.key = w.write(s, v, &c)
	return c
}

// write writes an expression so that two that look alike are alike. The value of
// a field, and of a call that returns a bool, is taken to be the same when it is
// asked for again: then fewer paths are possible, and less is said.
func (w *walker) write(s *state, v ssa.Value, c *cond) string {
	switch v := s.canon(v).(type) {
	case *ssa.Const:
		return v.String()
	case *ssa.BinOp:
		return "(" + w.write(s, v.X, c) + " " + v.Op.String() + " " + w.write(s, v.Y, c) + ")"
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if p := w.path(s, v); p != "" {
				c.memory = true
				return p
			}
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" || isBool(v.Type()) {
			c.memory = true
			parts := []string{calleeName(&v.Call)}
			for _, a := range v.Call.Args {
				parts = append(parts, w.write(s, a, c))
			}
			return strings.Join(parts, ",")
		}
	}
	v = s.canon(v)
	c.uses = append(c.uses, v)
	return v.Name()
}

// countConds counts the conditions of the function: the outcome of a condition that is
// asked for once need not be remembered.
func (w *walker) countConds() {
	none := newState()
	for _, b := range w.fn.Blocks {
		if in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			w.conds[w.condition(none, in.Cond).key]++
		}
	}
}

// branch follows the outcomes of a condition that are possible.
func (w *walker) branch(b *ssa.BasicBlock, s *state, in *ssa.If) {
	c := w.condition(s, in.Cond)
	for i, succ := range b.Succs {
		truth := (i == 0) != c.neg
		if is, known := w.truth(s, c); known && is != truth {
			continue
		}
		n := s.clone()
		w.learn(n, c, truth)
		w.enter(b, succ, n)
	}
}

// truth is the knowledge about a condition.
func (w *walker) truth(s *state, c cond) (is, known bool) {
	if c.isNil != nil {
		return w.isNil(s, c.isNil)
	}
	if f, ok := s.facts[c.key]; ok {
		return f.truth, true
	}
	if k, ok := c.value.(*ssa.Const); ok && isBool(k.Type()) {
		return k.Value != nil && constant.BoolVal(k.Value), true
	}
	return false, false
}

// isNil is the knowledge about a value being nil.
func (w *walker) isNil(s *state, v ssa.Value) (is, known bool) {
	v = s.canon(v)
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil(), true
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeChan, *ssa.MakeMap:
		return false, true
	case *ssa.Call:
		if obj := syncop.CalledFunc(&v.Call); obj != nil && slices.Contains([]string{"errors.New", "fmt.Errorf"}, obj.FullName()) {
			return false, true
		}
	}
	for _, r := range w.refs(s, v) {
		if r.obj.owned && r.how != holder && (s.live[r.obj].states != 0 || s.gone[r.obj]) {
			return s.gone[r.obj], true
		}
	}
	f, ok := s.facts["nil "+w.write(s, v, &cond{})]
	return f.truth, ok
}

// learn keeps what an outcome says.
func (w *walker) learn(s *state, c cond, truth bool) {
	if w.conds[c.key] > 1 || c.isNil != nil && isError(c.isNil.Type()) {
		s.facts[c.key] = fact{truth, c.uses, c.memory}
	}
	w.abandoned(s, c, truth)
	switch {
	case c.isNil != nil && !truth:
		w.failed(s, c.isNil)
	case c.isNil != nil:
		for _, r := range w.refs(s, c.isNil) {
			if r.how != holder {
				s.end(r.obj)
			}
		}
	case truth:
		w.failed(s, c.value)
		w.atEnd(s, c.value, "true")
	default:
		w.atEnd(s, c.value, "false")
		w.notOfType(s, c.value)
	}
}

// notOfType gives up on an object that is not of the type that it is expected to
// be of: most often it cannot happen.
func (w *walker) notOfType(s *state, v ssa.Value) {
	ext, ok := s.canon(v).(*ssa.Extract)
	if !ok || ext.Index != 1 {
		return
	}
	if ta, ok := ext.Tuple.(*ssa.TypeAssert); ok {
		w.escapes(s, ta.X)
	}
}

// end takes an object away: there is none.
func (s *state) end(o *object) {
	if _, ok := s.live[o]; ok {
		delete(s.live, o)
		s.gone[o] = true
	}
}

// failed ends the objects whose constructor has failed, when the error is v, or a
// condition says something about it that is true of errors only.
func (w *walker) failed(s *state, v ssa.Value) {
	for o := range s.live {
		if o.err != nil && w.about(s, v, o.err, 0) {
			s.end(o)
		}
	}
	if ext, ok := s.canon(v).(*ssa.Extract); ok {
		w.atEnd(s, ext, "error")
	} else if call, ok := s.canon(v).(*ssa.Call); ok && isError(call.Type()) {
		w.atEnd(s, call, "error")
	}
}

// about reports whether a value is made of another one.
func (w *walker) about(s *state, v, err ssa.Value, depth int) bool {
	v = s.canon(v)
	if v == err {
		return true
	}
	if depth > 4 {
		return false
	}
	next := func(v ssa.Value) bool { return w.about(s, v, err, depth+1) }
	switch v := v.(type) {
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, next) || v.Call.IsInvoke() && next(v.Call.Value)
	case *ssa.BinOp:
		return next(v.X) || next(v.Y)
	case *ssa.MakeInterface:
		return next(v.X)
	case *ssa.ChangeInterface:
		return next(v.X)
	case *ssa.TypeAssert:
		return next(v.X)
	case *ssa.Extract:
		return next(v.Tuple)
	}
	return false
}

// atEnd brings an object to its end when the result of a call says so.
func (w *walker) atEnd(s *state, v ssa.Value, result string) {
	v = s.canon(v)
	if ext, ok := v.(*ssa.Extract); ok {
		v = ext.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return
	}
	recv, method := receiver(&call.Call)
	if recv == nil {
		return
	}
	for _, r := range w.refs(s, recv) {
		l, alive := s.live[r.obj]
		if r.how != itself || !alive || r.obj.proto == nil {
			continue
		}
		for _, e := range r.obj.proto.Ends {
			if e.Method == method && e.Result == result {
				l.states, l.last, l.method = r.obj.proto.final, call, method
				s.live[r.obj] = l
			}
		}
	}
}
