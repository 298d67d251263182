package interleaving

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// ends reports whether a call ends the process, the goroutine or the test.
func ends(c *ssa.CallCommon) bool {
	m := method(c)
	return m != nil && syncop.Ends(m)
}

// endsTest reports whether a call that ends something ends a test at most.
func endsTest(c *ssa.CallCommon) bool {
	m := method(c)
	return m.Name() == "FailNow" || m.Pkg() != nil && m.Pkg().Path() == "testing"
}

// exits reports whether a call ends the process.
func exits(c *ssa.CallCommon) bool {
	return ends(c) && !endsTest(c) && syncop.ObjectKey(method(c)) != "runtime.Goexit"
}

// method is the function or method that a call names, or nil.
func method(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	m, _ := fn.Object().(*types.Func)
	return m
}

// mayExit reports whether a function of the package, or a callee, ends the process on some way.
func (s *slice) mayExit(fn *ssa.Function, depth int) bool {
	if m, ok := s.exiters[fn]; ok || depth > maxCalls || fn.Pkg != s.fn.Pkg {
		return m
	}
	s.exiters[fn] = false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := call.Common().StaticCallee()
			if exits(call.Common()) || callee != nil && s.mayExit(callee, depth+1) {
				s.exiters[fn] = true
				return true
			}
		}
	}
	return false
}
