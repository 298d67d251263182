package lockfacts

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A function is often put into an object of its own, which is then passed on to one that runs it:
//
//	j := NewJob(func() { s.compact() })
//	s.queue.Push(j)
//
// The queue of another field, of the same type, does not get this one. So it happens only within
// what the object was passed on to: its package, and the field or variable that holds it.

// passedOn is in front of the fields of a within, or behind a node, that say so.
const passedOn = " to "

// passedOnTo is what an object that a function makes is passed on to, or "" when that is not one object
// which a field or a variable holds, or when the first one goes elsewhere as well.
func (a *analyzer) passedOnTo(key string, object syncop.Place) string {
	register, ok := strings.CutPrefix(object.Root, "L")
	fn := a.byKey[key]
	if !ok || fn == nil || object.Path != "" {
		return ""
	}
	recv := takerOf(valueOf(fn, register))
	if recv == nil {
		return ""
	}
	pkg := packageOfType(recv.Type())
	if holder := a.holderOfValue(fn, recv); pkg != "" && holder != "" {
		return passedOn + pkg + " " + holder
	}
	return ""
}

// valueOf is the value in a register of a function.
func valueOf(fn *ssa.Function, register string) ssa.Value {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && v.Name() == register {
				return v
			}
		}
	}
	return nil
}

// takerOf is the receiver of the only call that is given an object, if it goes nowhere else, or nil.
func takerOf(v ssa.Value) ssa.Value {
	if v == nil || v.Referrers() == nil {
		return nil
	}
	var taker ssa.Value
	for _, in := range *v.Referrers() {
		var next ssa.Value
		switch in := in.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
			continue
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
			next = takerOf(in.(ssa.Value))
		case ssa.CallInstruction:
			next = receiverBeside(in.Common(), v)
		}
		if next == nil || taker != nil {
			return nil
		}
		taker = next
	}
	return taker
}

// receiverBeside is the receiver of a call of a method that has a value among its other arguments.
func receiverBeside(c *ssa.CallCommon, v ssa.Value) ssa.Value {
	args := c.Args
	recv := c.Value
	if !c.IsInvoke() {
		callee := c.StaticCallee()
		if callee == nil || callee.Signature.Recv() == nil || len(args) == 0 {
			return nil
		}
		recv, args = args[0], args[1:]
	}
	if recv == v || !slices.Contains(args, v) {
		return nil
	}
	return recv
}

// packageOfType is the path of the package of a named type, or of what it points to.
func packageOfType(t types.Type) string {
	n, ok := types.Unalias(syncop.Elem(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return syncop.PackagePath(n.Obj().Pkg())
}

// holderOfValue is the field that holds an object, or the variable of the function that does so as long
// as no field does, or "".
func (a *analyzer) holderOfValue(fn *ssa.Function, v ssa.Value) string {
	p := a.frame(fn).Place(v)
	if sel := heldIn(p); sel != "" {
		return sel
	}
	if register, ok := strings.CutPrefix(p.Root, "L"); ok && p.Path == "" && staysIn(fn, register) {
		return variableHolder(fn, p)
	}
	return ""
}

// variableHolder is the name of a variable of a function as the holder of an object.
func variableHolder(fn *ssa.Function, p syncop.Place) string {
	return "in " + syncop.Key(fn) + " " + p.Root
}

// isPassedOn reports whether fields of a within say what an object was passed on to.
func isPassedOn(fields []string) bool {
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(f string) bool { return !strings.HasPrefix(f, passedOn) })
}

// mayTake reports whether the object that is waited for may be one of those which something was
// passed on to. That is asked of the objects of one package: what another one does with it is not known.
func (b *Block) mayTake(fields []string) bool {
	return b.Holder == "" || slices.ContainsFunc(fields, func(f string) bool {
		pkg, holder, _ := strings.Cut(strings.TrimPrefix(f, passedOn), " ")
		return holder == b.Holder || !strings.HasPrefix(b.Node, pkg+".")
	})
}
