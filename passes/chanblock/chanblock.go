package chanblock

import (
	_ "embed" // the documentation
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	for _, f := range r.Facts.Funcs {
		local := localChannels(f.Fn)
		for _, c := range local {
			leftBehind(r, f, c)
		}
		circle(r, f, local)
		closedTwice(r, f)
	}
}

// An op is an operation on a local channel.
type op struct {
	kind   trace.Op
	fn     *ssa.Function
	instr  ssa.Instruction
	pos    token.Pos
	alone  bool // no select with other cases
	defers bool
}

// A channel is a channel without a buffer that is known to its function and
// the function literals in it only.
type channel struct {
	made *ssa.MakeChan
	ops  []op
}

// localChannels returns the channels that a function makes and keeps.
func localChannels(fn *ssa.Function) []*channel {
	var list []*channel
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeChan)
			if !ok {
				continue
			}
			if size, ok := mc.Size.(*ssa.Const); !ok || size.Int64() != 0 || syncop.InLoop(b) {
				continue
			}
			c := &channel{made: mc}
			if c.follow(mc, 0) {
				list = append(list, c)
			}
		}
	}
	return list
}

// maxFollow bounds how deep a channel is followed into variables and literals.
const maxFollow = 6

// follow collects the operations on a value, and reports false when the value
// goes where we cannot see it.
func (c *channel) follow(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxFollow {
		return depth <= maxFollow
	}
	for _, ref := range *v.Referrers() {
		if !c.use(v, ref, depth) {
			return false
		}
	}
	return true
}

func (c *channel) use(v ssa.Value, ref ssa.Instruction, depth int) bool {
	switch ref := ref.(type) {
	case *ssa.DebugRef:
	case *ssa.Send:
		if ref.X == v {
			return false
		}
		c.add(trace.OpSend, ref, ref.Pos(), true)
	case *ssa.UnOp:
		if ref.Op == token.MUL { // the variable that keeps it
			return c.follow(ref, depth+1)
		}
		c.add(trace.OpRecv, ref, ref.Pos(), true)
	case *ssa.Select:
		return c.inSelect(v, ref)
	case *ssa.Store:
		cell, ok := ref.Addr.(*ssa.Alloc)
		if ref.Val != v {
			return true // the initialisation of the variable
		}
		return ok && syncop.OnlyStore(cell) == v && c.follow(cell, depth+1)
	case *ssa.MakeClosure:
		lit := ref.Fn.(*ssa.Function)
		for i, b := range ref.Bindings {
			if b == v && !c.follow(lit.FreeVars[i], depth+1) {
				return false
			}
		}
	case *ssa.ChangeType:
		return c.follow(ref, depth+1)
	case ssa.CallInstruction:
		b, ok := ref.Common().Value.(*ssa.Builtin)
		if !ok {
			return false
		}
		if b.Name() == "close" {
			c.add(trace.OpClose, ref, ref.Pos(), true)
		}
	default:
		return false
	}
	return true
}

func (c *channel) inSelect(v ssa.Value, sel *ssa.Select) bool {
	for _, st := range sel.States {
		if st.Send == v {
			return false
		}
		if st.Chan != v {
			continue
		}
		kind := trace.OpRecv
		if st.Send != nil {
			kind = trace.OpSend
		}
		c.add(kind, sel, st.Pos, sel.Blocking && len(sel.States) == 1)
	}
	return true
}

func (c *channel) add(kind trace.Op, in ssa.Instruction, pos token.Pos, alone bool) {
	_, deferred := in.(*ssa.Defer)
	c.ops = append(c.ops, op{kind, in.Parent(), in, pos, alone, deferred})
}

// leftBehind reports a goroutine that sends when the only receivers may take
// another way.
func leftBehind(r *lockfacts.Reporter, f *lockfacts.Func, c *channel) {
	var send *op
	received := false
	for i := range c.ops {
		o := &c.ops[i]
		switch {
		case o.kind == trace.OpSend && o.fn == f.Fn, o.kind == trace.OpClose:
			return
		case o.kind == trace.OpSend && o.alone:
			send = o
		case o.kind == trace.OpRecv:
			if o.alone || o.fn != f.Fn || syncop.InLoop(o.instr.Block()) {
				return
			}
			received = true
		}
	}
	if send == nil || !received || !started(r, send.fn) {
		return
	}
	name := r.Facts.Frame(f.Fn).Place(c.made).Class()
	r.Report(lockfacts.Finding{
		Check: "blocks-forever", Pos: send.pos,
		Message: "the goroutine blocks for ever when the select that receives from this channel takes another case: make the channel with a buffer of 1",
	}, []lockgraph.EdgeKey{{Func: syncop.RuntimeName(send.fn), Class: name}})
}

func started(r *lockfacts.Reporter, fn *ssa.Function) bool {
	for _, f := range r.Facts.Funcs {
		if f.Fn == fn {
			return r.Facts.Started(f)
		}
	}
	return false
}

// closedTwice reports a close that comes after another one of the same channel.
func closedTwice(r *lockfacts.Reporter, f *lockfacts.Func) {
	frame := r.Facts.Frame(f.Fn)
	var closes []ssa.CallInstruction
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				if bi, ok := call.Common().Value.(*ssa.Builtin); ok && bi.Name() == "close" {
					closes = append(closes, call)
				}
			}
		}
	}
	for i, a := range closes {
		for j, b := range closes {
			if i == j || !frame.Place(a.Common().Args[0]).Same(frame.Place(b.Common().Args[0])) || !follows(a, b) {
				continue
			}
			first, second := a, b
			if _, deferred := a.(*ssa.Defer); deferred {
				first, second = b, a
			}
			report(r, f, first, second)
			return
		}
	}
}

func report(r *lockfacts.Reporter, f *lockfacts.Func, first, second ssa.CallInstruction) {
	class := r.Facts.Frame(f.Fn).Place(first.Common().Args[0]).Class()
	line := r.Pass.Fset.Position(first.Pos()).Line
	r.Report(lockfacts.Finding{
		Check: "double-close", Pos: second.Pos(),
		Message: fmt.Sprintf("the channel is closed here after it was closed in line %d: the program dies", line),
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
}

// follows reports whether b runs after a on some path. A deferred close runs
// at the end of every path that passes its defer statement.
func follows(a, b ssa.Instruction) bool {
	if syncop.InLoop(a.Block()) || syncop.InLoop(b.Block()) {
		return false
	}
	if _, deferred := b.(*ssa.Defer); deferred {
		return false // then a is the other one, seen the other way round
	}
	if a.Block() == b.Block() {
		for _, in := range a.Block().Instrs {
			if in == a {
				return true
			}
			if in == b {
				return false
			}
		}
	}
	return syncop.Reaches(a.Block(), b.Block())
}
