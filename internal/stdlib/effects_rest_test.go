//go:build rest

package stdlib_test

import (
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// load returns the packages of the toolchain, and those of golang.org/x/sync that are listed.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, "std", "golang.org/x/sync/errgroup", "golang.org/x/sync/singleflight")
})

func sources(t *testing.T) []*packages.Package {
	t.Helper()
	pkgs, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// functions are the functions and methods of a package, by name.
func functions(p *types.Package) map[string]*types.Func {
	found := map[string]*types.Func{}
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			found[obj.FullName()] = obj
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && !obj.IsAlias() {
				for m := range named.Methods() {
					found[m.FullName()] = m
				}
			}
		}
	}
	return found
}

// isCallable reports whether other packages can name a function.
func isCallable(fn *types.Func) bool {
	path := strings.Split(fn.Pkg().Path(), "/")
	if !fn.Exported() || path[0] == "vendor" || slices.Contains(path, "internal") {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Exported()
}

// TestListed shows that there is each function that is listed.
func TestListed(t *testing.T) {
	there := map[string]bool{}
	for _, p := range sources(t) {
		for name := range functions(p.Types) {
			there[name] = true
		}
	}
	listed := 0
	for one := stdlib.Ends; one <= stdlib.Borrows; one <<= 1 {
		for _, name := range stdlib.FunctionsWith(one) {
			if listed++; !there[name] {
				t.Errorf("there is no %s", name)
			}
		}
	}
	if listed < 150 {
		t.Errorf("%d functions are listed", listed)
	}
}

// waited call what they are given through a type of their own, or wait for the goroutine that does.
var waited = []string{
	"(*golang.org/x/sync/singleflight.Group).Do", "(*testing.B).Run", "(*testing.F).Fuzz", "(*testing.T).Run",
	"go/ast.Inspect", "go/ast.PreorderStack", "testing.Benchmark", "testing/synctest.Test",
}

// TestGiven compares what becomes of functions that others are given with the sources.
func TestGiven(t *testing.T) {
	pkgs := sources(t)
	prog, _ := ssautil.AllPackages(pkgs, 0)
	prog.Build()
	f := &follower{known: map[ssa.Value]fate{}}
	for _, p := range pkgs {
		for name, fn := range functions(p.Types) {
			does := stdlib.EffectOf(name)
			calls, spawns := does.Has(stdlib.Calls), does.Has(stdlib.Spawns)
			switch is, given := f.fateOf(prog.FuncValue(fn)); {
			case slices.Contains(waited, name):
				if !calls {
					t.Errorf("%s calls what it is given: it is not listed", name)
				}
			case !given:
			case is == called && (!calls && isCallable(fn) || spawns):
				t.Errorf("%s calls what it is given before it returns: list it so", name)
			case is > called && calls:
				t.Errorf("%s keeps what it is given, or starts a goroutine that calls it", name)
			}
		}
	}
}

// TestEnds compares which functions never return with what the control flow analysis of go vet says.
func TestEnds(t *testing.T) {
	compare := &analysis.Analyzer{
		Name: "compare", Doc: "compares", Requires: []*analysis.Analyzer{ctrlflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			graphs := pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
			for name, fn := range functions(pass.Pkg) {
				listed := stdlib.EffectOf(name).Has(stdlib.Ends)
				if never := graphs.NoReturn(fn); never != listed && (listed || isCallable(fn)) {
					t.Errorf("%s: listed as never returning: %t, go vet says %t", name, listed, never)
				}
			}
			return nil, nil
		},
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{compare}, sources(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range graph.Roots {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
	}
}
