package mhp

import (
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Site is a place in a function as a recording or a report names it.
type Site struct {
	Func string // as the runtime names it, package main by its import path
	File string // base name, or a path whose end says which file is meant
	Line int    // 0: every call in the function
}

// A Side is one goroutine of a candidate: it holds the locks that were taken at
// some places and waits at another.
type Side struct {
	Created Site // of the go statement; the zero Site for none. Proofs hold for all
	Holds   []Site
	Wants   Site
}

// operations returns the instructions that a site may mean: the calls on its line. The lines of the compiler and of SSA form differ in calls of
// several lines, so that a line means all calls that begin or open on it.
func (p *Program) operations(s Site) ([]ssa.Instruction, Reason) {
	var inFile, named []ssa.Instruction
	for _, fn := range p.funcs {
		if isTemplate(fn) || !fn.Pos().IsValid() || !sameFile(p.fset.Position(fn.Pos()).Filename, s.File) {
			continue
		}
		list := p.onLine(fn, s.Line)
		if len(list) == 0 {
			continue
		}
		if acquiresLate(fn) {
			return nil, Deferred
		}
		inFile = append(inFile, list...)
		if declaredAs(fn, s.Func) {
			named = append(named, list...)
		}
	}
	switch {
	case len(named) > 0:
		return named, 0
	case s.Line > 0 && len(inFile) > 0: // a literal of an inlined function has the name of another
		return inFile, 0
	}
	return nil, NoSite
}

// isTemplate reports whether a function is generic, and runs as its instances only.
func isTemplate(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn.TypeParams().Len() > 0 && len(fn.TypeArgs()) == 0 {
			return true
		}
	}
	return false
}

// sameFile reports whether a file is meant by the end of its path.
func sameFile(name, end string) bool {
	name, end = filepath.ToSlash(name), filepath.ToSlash(end)
	return end != "" && (name == end || strings.HasSuffix(name, "/"+end) || !strings.Contains(end, "/") && path.Base(name) == end)
}

// declaredAs reports whether the declaration that a function stands in has the
// given name, or begins it: literals are numbered in more than one way.
func declaredAs(fn *ssa.Function, name string) bool {
	if syncop.RuntimeName(fn) == name {
		return true
	}
	if fn.Parent() == nil {
		return false
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return strings.HasPrefix(name, syncop.RuntimeName(fn)+".") || strings.HasPrefix(name, syncop.RuntimeName(fn)+"-range")
}

// onLine returns the operations of a function on a line; 0 stands for all lines.
func (p *Program) onLine(fn *ssa.Function, line int) []ssa.Instruction {
	spans := map[token.Pos]bool{}
	if fn.Syntax() != nil && line > 0 {
		ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && p.opensOn(call, line) {
				spans[call.Lparen] = true
			}
			return true
		})
	}
	var list []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if mayLock(in) && (line == 0 || p.line(in.Pos()) == line || spans[in.Pos()]) {
				list = append(list, in)
			}
		}
	}
	return list
}

// opensOn reports whether a compiler may say that a call is on a line: on those of
// the called expression. The lines of a literal that is called are its own.
func (p *Program) opensOn(call *ast.CallExpr, line int) bool {
	first, last := p.line(call.Pos()), p.line(call.Lparen)
	if _, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return line == first || line == last
	}
	return first <= line && line <= last
}

func (p *Program) line(pos token.Pos) int { return p.fset.Position(pos).Line }

// mayLock reports whether a goroutine may wait for a lock in an instruction: calls
// may, of methods that lock too. Operations on channels and WaitGroups wait for
// something else: a goroutine that is waited for and cannot come is no proof.
func mayLock(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	if _, ok := call.Call.Value.(*ssa.Builtin); ok {
		return false
	}
	op, ok := syncop.OpOf(&call.Call)
	return !ok || op.Op == trace.OpLock || op.Op == trace.OpRLock || op.Op == trace.OpWait
}

// acquiresLate reports whether a function takes a lock by a defer or go statement
// itself: on which line that is seen depends on the compiler.
func acquiresLate(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			site, ok := in.(ssa.CallInstruction)
			if !ok || kindOf(site) == byCall {
				continue
			}
			if common := site.Common(); acquires[calledName(common)] {
				return true
			}
		}
	}
	return false
}

var acquires = map[string]bool{"Lock": true, "RLock": true, "TryLock": true, "TryRLock": true, "Wait": true, "Do": true}

// calledName is the name of the called function or method, without package and type.
func calledName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return originOf(fn).Name()
	}
	return ""
}
