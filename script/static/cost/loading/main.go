// Loading loads a program as deadlocklint check does, brings what it looks at into
// SSA form, and stops there.
//
//	loading [-test=false] PATTERN...
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

func main() {
	tests := flag.Bool("test", true, "look at test files as well")
	flag.Parse()
	if err := run(load.Options{Patterns: flag.Args(), Tests: *tests}); err != nil {
		fmt.Fprintln(os.Stderr, "loading:", err)
		os.Exit(1)
	}
}

func run(opt load.Options) error {
	ctx := context.Background()
	named, all, err := load.Program(ctx, opt)
	if err != nil {
		return err
	}
	others, err := load.DependencyPackages(ctx, opt, nil)
	if err != nil {
		return err
	}
	for _, pkgs := range [][]*packages.Package{others, load.Checkable(named, all)} {
		if _, err := checker.Analyze([]*analysis.Analyzer{ssaForm}, pkgs, nil); err != nil {
			return err
		}
	}
	return nil
}

// A fact makes the driver run an analyzer on dependencies as well.
type fact struct{}

func (*fact) AFact() {}

var ssaForm = &analysis.Analyzer{
	Name: "ssaform", Doc: "builds SSA form", FactTypes: []analysis.Fact{new(fact)},
	Run: func(pass *analysis.Pass) (any, error) {
		if load.ScopeOf(pass, "") != load.Modelled {
			load.Build(pass, nil)
		}
		return nil, nil
	},
}
