package mhp

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An entry is a function through which control comes to an operation from outside.
type entry struct {
	fn    *ssa.Function
	async bool // a go statement is on the way
}

// entries returns all of an operation. ok is false when they are too many.
func (p *Program) entries(in ssa.Instruction) (list []entry, ok bool) {
	work := []state{{in.Parent(), false}}
	seen := map[state]bool{work[0]: true}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if p.isEntry(s.fn) != nil {
			list = append(list, entry(s))
		}
		for _, e := range p.callers[s.fn] {
			next := state{e.site.Parent(), s.async || e.kind == byGo}
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
		if len(seen) > 2*maxAncestors {
			return nil, false
		}
	}
	return list, true
}

// initialOrder proves that one operation belongs to the initialisation of a
// package, which is over before the other can begin.
func (p *Program) initialOrder(c pair) *Proof {
	for _, c := range []pair{c, c.swapped()} {
		pkg := p.initialOnly(c.a)
		if pkg == nil || !p.afterInit(c.b, pkg) {
			continue
		}
		at := p.at(c.a)
		return &Proof{Kind: Order, At: []token.Position{at}, Why: fmt.Sprintf("the initialisation of package %s does one, and is over before the other can begin", pkg.Path())}
	}
	return nil
}

// initialOnly returns the package in whose initialisation alone an operation
// happens, by the goroutine that initialises, or nil.
func (p *Program) initialOnly(in ssa.Instruction) *types.Package {
	list, ok := p.entries(in)
	if !ok || len(list) == 0 {
		return nil
	}
	for _, e := range list {
		if e.async || p.open[e.fn] != CallersKnown || !isInitialiser(e.fn) || e.fn.Pkg != list[0].fn.Pkg {
			return nil
		}
	}
	return list[0].fn.Pkg.Pkg
}

// afterInit reports whether an operation happens only when the initialisation of
// a package is over, or by the goroutine that initialises all packages in turn.
func (p *Program) afterInit(in ssa.Instruction, pkg *types.Package) bool {
	list, ok := p.entries(in)
	if !ok || len(list) == 0 {
		return false
	}
	for _, e := range list {
		switch p.open[e.fn] {
		case CallersKnown:
			if isInitialiser(e.fn) && e.async || !isInitialiser(e.fn) && !isMain(e.fn) {
				return false
			}
		case ByTesting:
		case ByImporter:
			if own := packageOf(e.fn); own != pkg && !importsBelow(own, pkg, map[*types.Package]bool{}) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// importsBelow reports whether a package imports another one, at any depth.
func importsBelow(from, to *types.Package, seen map[*types.Package]bool) bool {
	for _, imp := range from.Imports() {
		if imp == to {
			return true
		}
		if !seen[imp] {
			seen[imp] = true
			if importsBelow(imp, to, seen) {
				return true
			}
		}
	}
	return false
}
