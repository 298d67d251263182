package twice

import (
	_ "embed" // the documentation
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
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
		if f.Fn.Signature.Recv() == nil || !ast.IsExported(f.Fn.Name()) {
			continue
		}
		method(r, f)
	}
}

// method reports the first object that a method ends: the others end with it.
func method(r *lockfacts.Reporter, f *lockfacts.Func) {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if ends(r, f, in) {
				return
			}
		}
	}
}

// ends reports an instruction that ends what a channel in a field of the receiver is for,
// when nothing keeps a second call from it.
func ends(r *lockfacts.Reporter, f *lockfacts.Func, in ssa.Instruction) bool {
	frame := r.Facts.Frame(f.Fn)
	var ch syncop.AccessPath
	check, what := checks.DoubleClose, "closes a channel that the first one has closed: the program dies"
	switch in := in.(type) {
	case *ssa.Call:
		if b, ok := in.Call.Value.(*ssa.Builtin); !ok || b.Name() != "close" {
			return false
		}
		ch = frame.AccessPath(in.Call.Args[0])
	case *ssa.Send:
		ch = frame.AccessPath(in.Chan)
		if !r.Facts.Unbuffered(ch.Node()) || !receivedLast(r, ch.Node()) {
			return false
		}
		check, what = checks.BlocksForever, "sends to a goroutine that ends after its first receive, and blocks for ever"
	default:
		return false
	}
	if ch.Root != "P0" || ch.Node() == "" || syncop.InLoop(in.Block()) || madeAgain(r, ch) {
		return false
	}
	when := "a second call"
	switch test := guard(in); {
	case test == nil:
	case check == checks.DoubleClose && resets(frame, in, test) && !locked(in):
		when = "a second call at the same time, which passes the test as well,"
	default:
		return false
	}
	class := ch.Class()
	r.Report(lockfacts.Finding{
		Check: check, Pos: in.Pos(), Message: fmt.Sprintf("%s of %s %s", when, f.Fn.Name(), what),
		Sides: []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "close", Class: class, Site: r.SiteOf(f, in.Pos())}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class + " twice"}})
	return true
}

// guard is a branch that decides whether control comes to an instruction, or nil.
func guard(in ssa.Instruction) *ssa.If {
	for _, d := range syncop.ControlDependence(in.Block(), func(*ssa.BasicBlock) bool { return false }) {
		return d.If
	}
	return nil
}

// resets reports whether a branch tests a field for nil, or a flag, that the function
// sets after the instruction which it guards.
func resets(frame *syncop.Frame, in ssa.Instruction, test *ssa.If) bool {
	cond := test.Cond
	if eq, ok := cond.(*ssa.BinOp); ok {
		cond = eq.X
	}
	load, ok := cond.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, found := frame.AccessPath(load.X), false
	if field.Root != "P0" {
		return false
	}
	syncop.After(in, func(in ssa.Instruction) bool {
		st, ok := in.(*ssa.Store)
		found = found || ok && frame.AccessPath(st.Addr).Same(field)
		return !found
	})
	return found
}

// locked reports whether a function calls anything before an instruction by which
// another call of it may wait for this one to end: a lock that it takes.
func locked(in ssa.Instruction) bool {
	found := false
	syncop.Before(in, func(in ssa.Instruction) bool {
		if call, ok := in.(*ssa.Call); ok {
			if sc, ok := syncop.OpOf(&call.Call); ok && (sc.Op == trace.OpLock || sc.Op == trace.OpRLock) {
				found = true
			}
		}
		return !found
	})
	return found
}

// madeAgain reports whether a function assigns another channel to the field of an object
// that it has not made: then it can be ended again.
func madeAgain(r *lockfacts.Reporter, ch syncop.AccessPath) bool {
	return slices.ContainsFunc(r.Facts.Funcs, func(f *lockfacts.Func) bool {
		frame := r.Facts.Frame(f.Fn)
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				field, ok := st.Addr.(*ssa.FieldAddr)
				if !ok || syncop.IsNil(st.Val) {
					continue
				}
				if _, fresh := field.X.(*ssa.Alloc); !fresh && syncop.LoadOf(frame.AccessPath(field), st.Val.Type()).Node() == ch.Node() {
					return true
				}
			}
		}
		return false
	})
}

// receivedLast reports whether every function of the package that receives from a channel
// returns without receiving again.
func receivedLast(r *lockfacts.Reporter, node string) bool {
	found, again := false, false
	for _, f := range r.Facts.Funcs {
		frame := r.Facts.Frame(f.Fn)
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				for _, next := range receives(frame, in, node) {
					found = true
					again = again || next == b || syncop.Reaches(next, b)
				}
			}
		}
	}
	return found && !again
}

// receives returns the blocks to which control goes when an instruction has received
// from a channel.
func receives(frame *syncop.Frame, in ssa.Instruction, node string) []*ssa.BasicBlock {
	var list []*ssa.BasicBlock
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op.String() == "<-" && frame.AccessPath(in.X).Node() == node {
			list = in.Block().Succs
		}
	case *ssa.Select:
		for i, st := range in.States {
			if st.Send == nil && frame.AccessPath(st.Chan).Node() == node {
				list = append(list, caseOf(in, i))
			}
		}
	}
	return list
}

// caseOf is the block in which a case of a select begins, or that of the select.
func caseOf(sel *ssa.Select, i int) *ssa.BasicBlock {
	for _, ref := range *sel.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		for _, test := range *ex.Referrers() {
			eq, ok := test.(*ssa.BinOp)
			if !ok {
				continue
			}
			if k, ok := eq.Y.(*ssa.Const); ok && k.Int64() == int64(i) {
				return eq.Block().Succs[0]
			}
		}
	}
	return sel.Block()
}
