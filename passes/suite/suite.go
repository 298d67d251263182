// Package suite is the list of all static checks.
//
// go vet, the whole-program driver and the documentation take it from here: a
// check that is not in the list does not exist. The package runs nothing.
package suite

import (
	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockorder"
)

// Analyzers returns all checks, in the order in which they are documented.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{lockorder.Analyzer}
}
