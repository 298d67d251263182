// Ssa is a vettool that brings packages into SSA form and does nothing with them:
// what it costs, every check costs that is built on go/analysis and go/ssa.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name: "ssa", Doc: "brings packages into SSA form", Requires: []*analysis.Analyzer{buildssa.Analyzer},
		Run: func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
