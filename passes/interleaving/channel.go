package interleaving

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// isTimer reports whether a channel is one into which the runtime sends when a time is over.
func isTimer(v value, t types.Type) bool {
	if _, ok := v.(timer); ok {
		return true
	}
	ch, ok := t.Underlying().(*types.Chan)
	if _, known := v.(*object); !ok || known {
		return false
	}
	n, ok := types.Unalias(ch.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Time"
}

// channel is the object of a channel that is known, or nil.
func channel(v value) *object {
	if o, ok := v.(*object); ok && o.kind == trace.KindChan {
		return o
	}
	return nil
}

// send executes a send.
func (f *frame) send(ch value, in *ssa.Send) bool {
	escape(f.value(in.X))
	if _, ok := ch.(null); ok {
		return f.stop()
	}
	o := channel(ch)
	if o == nil {
		f.mark(outside, in.Pos())
		return true
	}
	f.emit(op{stmt: condvar.Stmt{Op: condvar.Send}, obj: o, pos: in.Pos()})
	return true
}

// receive executes a receive. Where the channel may be closed, getting a value is one way and finding it closed another.
func (f *frame) receive(ch value, in *ssa.UnOp) (value, bool) {
	if _, ok := ch.(null); ok {
		return nil, f.stop()
	}
	got := outcome{true}
	if o := channel(ch); o != nil {
		st := condvar.Stmt{Op: condvar.Recv}
		if f.choose(f.ends(o), false) == 1 {
			st.Op, got = condvar.RecvClosed, outcome{false}
		}
		f.emit(op{stmt: st, obj: o, pos: in.Pos()})
	} else if !isTimer(ch, in.X.Type()) {
		f.mark(outside, in.Pos())
		if in.CommaOk {
			return tuple{f.fresh(), f.fresh()}, true
		}
	}
	if in.CommaOk {
		return tuple{f.fresh(), got}, true
	}
	return f.fresh(), true
}

// ends is in how many ways a receive may end.
func (f *frame) ends(o *object) int {
	if f.learnt.closed[allocation{site: o.site}] {
		return 2
	}
	return 1
}

// A way is how a select may end: by a case, whose channel may be closed, or by none.
type way struct {
	state  int
	closed bool
}

// selects executes a select: each case is a way of its own.
func (f *frame) selects(in *ssa.Select) bool {
	var ways []way
	var cases []choice
	open := !in.Blocking
	for i, st := range in.States {
		ch := f.value(st.Chan)
		if st.Dir == types.SendOnly {
			escape(f.value(st.Send))
		}
		if _, ok := ch.(null); ok {
			continue
		}
		ways = append(ways, way{state: i})
		if o := channel(ch); o != nil {
			cases = append(cases, choice{o, st.Dir == types.SendOnly})
			if st.Dir == types.RecvOnly && f.ends(o) == 2 {
				ways = append(ways, way{i, true})
			}
		} else {
			open = true
		}
	}
	if !in.Blocking {
		ways = append(ways, way{state: -1})
	}
	if len(ways) == 0 {
		return false // it is meant to wait for ever: nothing follows, and nothing is wrong
	}
	w := ways[f.choose(len(ways), false)]
	f.take(in, w, cases, open)
	f.env[in] = f.selected(in, w)
	return true
}

// take adds the statement of the way that a select goes. An open select has a case that no goroutine of the program
// answers: then it is not blocked.
func (f *frame) take(in *ssa.Select, w way, cases []choice, open bool) {
	if w.state < 0 {
		f.emit(op{stmt: condvar.Stmt{Op: condvar.If, Cond: &condvar.Expr{Op: "const", Val: 1}}, cases: cases, pos: in.Pos()})
		return
	}
	st := in.States[w.state]
	o := channel(f.value(st.Chan))
	if o == nil {
		if !isTimer(f.value(st.Chan), st.Chan.Type()) {
			f.mark(outside, position(st, in))
		}
		return
	}
	list := []choice{{o, st.Dir == types.SendOnly}}
	for _, c := range cases {
		if c != list[0] {
			list = append(list, c)
		}
	}
	s := condvar.Stmt{Op: condvar.Select, MayContinue: open}
	if w.closed {
		s.Op = condvar.RecvClosed
	}
	f.emit(op{stmt: s, obj: o, cases: list, pos: position(st, in), whole: in.Pos()})
}

func position(st *ssa.SelectState, in *ssa.Select) token.Pos {
	if st.Pos.IsValid() {
		return st.Pos
	}
	return in.Pos()
}

// selected is the result of a select.
func (f *frame) selected(in *ssa.Select, w way) value {
	t := tuple{number(w.state), outcome{!w.closed}}
	for _, st := range in.States {
		if st.Dir == types.RecvOnly {
			t = append(t, f.fresh())
		}
	}
	return t
}
