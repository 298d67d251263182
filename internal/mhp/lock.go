package mhp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// LocksAt returns the pointers to the locks that are taken at a site, or nil when a call there
// is of another function, which may take one.
func (p *Program) LocksAt(s Site) (list []ssa.Value) {
	found, why := p.operations(s)
	if why != 0 {
		return nil
	}
	for _, in := range found {
		op, ok := syncop.OpOf(&in.(*ssa.Call).Call)
		if !ok || op.Op != trace.OpLock && op.Op != trace.OpRLock || types.IsInterface(op.Recv.Type()) {
			return nil
		}
		list = append(list, op.Recv)
	}
	return list
}

// Entries returns where code without syntax enters the program: the packages main, and the
// functions that it calls by their names. It reports false when objects may come in there as well,
// or be seen as other ones: in libraries, and in packages with unsafe or with code that is
// not Go.
func (p *Program) Entries() (commands []*ssa.Package, called []*ssa.Function, ok bool) {
	for _, is := range p.unsafe {
		if is {
			return nil, nil, false
		}
	}
	for _, pkg := range p.prog.AllPackages() {
		if pkg.Pkg.Name() == "main" {
			commands = append(commands, pkg)
		}
	}
	for _, fn := range p.funcs {
		switch p.open[fn] {
		case ByTesting, ByImporter, ByLinkname:
			called = append(called, fn)
		}
	}
	return commands, called, !p.library
}
