package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// users are the instructions of a package that use a function: by its name, or by that of a method of an interface
// which it may be.
type users struct {
	named   map[*ssa.Function][]ssa.Instruction
	invoked map[string][]ssa.Instruction
}

// usersOf returns those of a function. They are looked for once, in time linear in the package.
func (p *program) usersOf(fn *ssa.Function) []ssa.Instruction {
	if p.users == nil {
		p.users = p.findUsers()
	}
	list := p.users.named[fn]
	if fn.Signature.Recv() != nil {
		list = slices.Concat(list, p.users.invoked[fn.Name()])
	}
	return list
}

func (p *program) findUsers() *users {
	u := &users{named: map[*ssa.Function][]ssa.Instruction{}, invoked: map[string][]ssa.Instruction{}}
	var rands [16]*ssa.Value
	for _, f := range p.r.Facts.Funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
					name := call.Common().Method.Name()
					u.invoked[name] = append(u.invoked[name], in)
				}
				for _, op := range in.Operands(rands[:0]) {
					if fn, ok := (*op).(*ssa.Function); ok {
						fn = p.declared(fn)
						u.named[fn] = append(u.named[fn], in)
					}
				}
			}
		}
	}
	return u
}

// declared is the method that a bound one or another instance of a generic one stands for.
func (p *program) declared(fn *ssa.Function) *ssa.Function {
	if p.byFn[fn] != nil || fn.Object() == nil {
		return fn
	}
	if d := p.byObject[fn.Object()]; d != nil {
		return d
	}
	return fn
}
