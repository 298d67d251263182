package structure

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A Circle is the largest set of files of a package that all call each other, directly
// or over others of the set. A reader has to know them all at once.
type Circle struct {
	Package string
	Files   []string // base names
}

// Circles returns the circle of each package that has one, by package path.
func (p *Program) Circles() []Circle {
	var list []Circle
	for _, pkg := range p.loaded {
		if files := largestCircle(pkg); len(files) > 1 {
			rel, _ := p.module.trim(pkg.PkgPath)
			list = append(list, Circle{rel, files})
		}
	}
	return list
}

// largestCircle returns the files of the largest strongly connected component
// in the graph of files: an edge leads to where a function that is named is declared.
func largestCircle(pkg *packages.Package) []string {
	var largest []int
	for _, c := range components(fileGraph(pkg)) {
		if len(c) > len(largest) {
			largest = c
		}
	}
	var names []string
	for _, i := range largest {
		names = append(names, filepath.Base(pkg.Fset.Position(pkg.Syntax[i].Package).Filename))
	}
	slices.Sort(names)
	return names
}

// fileGraph returns, for each file of a package, the files whose functions and methods it names.
func fileGraph(pkg *packages.Package) [][]int {
	index := map[string]int{}
	for i, f := range pkg.Syntax {
		index[pkg.Fset.Position(f.Package).Filename] = i
	}
	next := make([][]int, len(pkg.Syntax))
	for i, f := range pkg.Syntax {
		seen := map[int]bool{i: true}
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			fn, ok := pkg.TypesInfo.Uses[id].(*types.Func)
			if !ok || fn.Pkg() != pkg.Types {
				return true
			}
			if to := index[pkg.Fset.Position(fn.Origin().Pos()).Filename]; !seen[to] {
				seen[to] = true
				next[i] = append(next[i], to)
			}
			return true
		})
	}
	return next
}
