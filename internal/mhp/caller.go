package mhp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An edge is a place at which a function is called and that names it.
type edge struct {
	site ssa.CallInstruction
	kind callKind
	args []ssa.Value // one for each parameter
	made *ssa.MakeClosure

	queued bool // the function came on a channel, from any goroutine that sends there
}

// A callKind says when and by which goroutine the function runs.
type callKind uint8

const (
	byCall  callKind = iota // at once, by the same goroutine
	byDefer                 // when the caller ends, by the same goroutine
	byGo                    // by a new goroutine
)

func kindOf(site ssa.CallInstruction) callKind {
	switch site.(type) {
	case *ssa.Go:
		return byGo
	case *ssa.Defer:
		return byDefer
	}
	return byCall
}

// indexCalls finds all calls that name the called function. A function that is
// used in any other way is open.
func (p *Program) indexCalls() {
	p.callers = map[*ssa.Function][]edge{}
	p.closures = map[*ssa.Function][]*ssa.MakeClosure{}
	p.globals = map[*ssa.Global][]ssa.Instruction{}
	p.open = map[*ssa.Function]UnknownCallers{}
	var room [16]*ssa.Value
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				p.uses(in, in.Operands(room[:0]))
			}
		}
	}
	p.indexSent()
}

func byPosition(a, b *ssa.Function) int {
	if a.Pos() != b.Pos() {
		return int(a.Pos() - b.Pos())
	}
	switch {
	case a.String() < b.String():
		return -1
	case a.String() > b.String():
		return 1
	}
	return 0
}

// uses notes what an instruction does with functions and globals.
func (p *Program) uses(in ssa.Instruction, operands []*ssa.Value) {
	if mc, ok := in.(*ssa.MakeClosure); ok {
		fn := mc.Fn.(*ssa.Function)
		p.closures[fn] = append(p.closures[fn], mc)
		for _, user := range *mc.Referrers() {
			p.use(user, mc, fn, mc)
		}
	}
	for _, op := range operands {
		switch v := (*op).(type) {
		case *ssa.Global:
			p.globals[v] = append(p.globals[v], in)
		case *ssa.Function:
			if _, ok := in.(*ssa.MakeClosure); !ok {
				p.use(in, v, v, nil)
			}
		}
	}
}

// use notes one use of a function, as the value v: it is called, started by a
// WaitGroup, or goes where calls are not seen.
func (p *Program) use(in ssa.Instruction, v ssa.Value, fn *ssa.Function, made *ssa.MakeClosure) {
	if _, ok := in.(*ssa.DebugRef); ok {
		return
	}
	if ch := sends(in, v); ch != nil {
		p.sent = append(p.sent, sent{ch, fn, made})
		return
	}
	site, ok := in.(ssa.CallInstruction)
	if !ok {
		p.opens(fn, ByValue)
		return
	}
	common := site.Common()
	passed := slices.Contains(common.Args, v)
	switch {
	case isGroupGo(site) && common.Args[1] == v:
		p.callers[fn] = append(p.callers[fn], edge{site: site, kind: byGo, made: made})
		return
	case isDo(site) && common.Args[1] == v:
		p.calledAt(fn, edge{site: site, kind: kindOf(site), made: made})
		return
	case passed || common.IsInvoke() || common.Value != v:
		p.opens(fn, ByValue)
		return
	}
	p.calledAt(fn, edge{site: site, kind: kindOf(site), args: common.Args, made: made})
}

// calledAt notes a call of a function, once.
func (p *Program) calledAt(fn *ssa.Function, e edge) {
	if !slices.ContainsFunc(p.callers[fn], func(other edge) bool { return other.site == e.site && other.made == e.made }) {
		p.callers[fn] = append(p.callers[fn], e)
	}
}

// isGroupGo reports whether a call is that of (*sync.WaitGroup).Go.
func isGroupGo(site ssa.CallInstruction) bool {
	call, ok := site.(*ssa.Call)
	return ok && methodName(call.Common()) == "(*sync.WaitGroup).Go" && len(call.Call.Args) == 2
}

// methodName is the name of the called method of package sync, with package and
// receiver, when the call names it, or "".
func methodName(c *ssa.CallCommon) string {
	fn := c.StaticCallee()
	if fn == nil || len(c.Args) == 0 {
		return ""
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || obj.Pkg().Path() != "sync" {
		return "" // without the cost of a name
	}
	return obj.FullName()
}
