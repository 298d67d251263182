package typestate

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/edit"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// The names in findings. A forbidden call has that of the dynamic side.
const (
	checkForbidden  = checks.Typestate
	checkUnfinished = checks.Unfinished
	checkComment    = checks.TypestateComment
	checkDropped    = checks.DroppedError
)

// reportViolation reports a call that is forbidden after another one.
func (p *pkg) reportViolation(f *lockfacts.Func, v violation) {
	a := v.obj.proto
	caller := a
	if v.by != nil {
		caller = v.by.proto
	}
	call := p.step(f, v.at, caller, v.method)
	keys := []lockgraph.EdgeKey{{Func: f.Name, Class: call.Class}}
	steps := []lockfacts.Step{call}
	after := ""
	if v.before.last != nil {
		cause := p.step(f, v.before.last, a, v.before.method)
		keys = append(keys, lockgraph.EdgeKey{Func: f.Name, Class: cause.Class})
		steps = []lockfacts.Step{cause, call}
		after = fmt.Sprintf(" after %s at %s", v.before.method, p.line(v.before.last.Pos()))
	}
	text := fmt.Sprintf("%s of the %s is called%s: not allowed in state %s", v.method, v.obj.name(), after, a.name(v.before.states))
	if v.by != nil {
		text = fmt.Sprintf("%s of the %s writes to the %s%s: not allowed in state %s", v.method, v.by.name(), v.obj.name(), after, a.name(v.before.states))
	}
	p.r.Report(lockfacts.Finding{
		Check: checkForbidden, Pos: v.at.Pos(), EachPosition: true, Message: text,
		Sides: []lockfacts.Side{{Steps: steps}},
	}, keys)
}

// reportLeak reports an object that is not brought to its end.
func (p *pkg) reportLeak(f *lockfacts.Func, w *walker, l leak) {
	if f.Fn.Name() == "main" && f.Fn.Pkg != nil && f.Fn.Pkg.Pkg.Name() == "main" && f.Fn.Parent() == nil {
		return // the program ends
	}
	if first := slices.IndexFunc(w.leaks, func(o leak) bool { return o.obj == l.obj }); w.leaks[first].pos != l.pos {
		return // one report for each object
	}
	a := l.obj.proto
	how := strings.Join(plain(l.obj.valueType(), a.enders(l.life.states)), " or ")
	made := l.obj.born.Pos()
	text := fmt.Sprintf("%s returns without %s of the %s made at %s", f.Fn.Name(), how, l.obj.name(), p.line(made))
	pos := l.pos
	switch {
	case l.loop:
		text = fmt.Sprintf("%s makes the next %s without %s of the one before", f.Fn.Name(), l.obj.name(), how)
		pos = made
	case !w.finishedSomewhere(l.obj) || !pos.IsValid():
		pos = made
	}
	step := lockfacts.Step{Op: "make", Class: a.Type, Site: p.r.SiteOf(f, made)}
	p.r.Report(lockfacts.Finding{
		Check: checkUnfinished, Pos: pos, EachPosition: true, Message: text,
		Sides: []lockfacts.Side{{Steps: []lockfacts.Step{step}}}, Fixes: p.fix(w, l),
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: a.Type + " " + constructorName(l.obj.born)}})
}

// reportDrop reports an error that is not looked at, unless it is assigned to _ on purpose.
func (p *pkg) reportDrop(f *lockfacts.Func, d drop) {
	if cannotFail(d.obj) || p.isAssigned(d.at) {
		return
	}
	_, method := receiver(d.at.Common())
	step := p.step(f, d.at, d.obj.proto, method)
	p.r.Report(lockfacts.Finding{
		Check: checkDropped, Pos: d.at.Pos(), EachPosition: true,
		Message: fmt.Sprintf("%s drops the error of %s of the %s: what was written to it may be lost, and %s returns nil", f.Fn.Name(), method, d.obj.name(), f.Fn.Name()),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{step}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: step.Class}})
}

// isAssigned reports whether the results of a call are assigned, to _ for instance.
func (p *pkg) isAssigned(in ssa.CallInstruction) bool {
	for _, n := range edit.Of(p.r.Pass).Enclosing(in.Pos()) {
		switch n.(type) {
		case *ast.AssignStmt:
			return true
		case ast.Stmt:
			return false
		}
	}
	return false
}

// plain leaves out methods with parameters, such as Reset, when there are others.
func plain(t types.Type, methods []string) []string {
	var list []string
	for _, m := range methods {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, m)
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Params().Len() == 0 {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return methods
	}
	return list
}

// valueType is the type of the value that the object is born as.
func (o *object) valueType() types.Type {
	t := o.born.Type()
	if tuple, ok := t.(*types.Tuple); ok {
		t = tuple.At(0).Type()
	}
	return t
}

// name is the type of the object as people write it: os.File, http.Response.Body.
func (o *object) name() string {
	if o.field != "" {
		return lockfacts.ShortClass(typeName(o.valueType())) + o.field
	}
	return lockfacts.ShortClass(o.proto.Type)
}

func (p *pkg) step(f *lockfacts.Func, in ssa.CallInstruction, a *proto, method string) lockfacts.Step {
	return lockfacts.Step{Op: "call", Class: a.Type + "." + method, Site: p.r.SiteOf(f, in.Pos())}
}
