package load_test

import (
	"go/ast"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// TestNoReturn compares what is found in packages of the standard library with what the control flow
// analysis of go vet finds, which looks at every function. It knows no body of what the runtime ends by itself, and what
// test helpers call through an interface.
func TestNoReturn(t *testing.T) {
	cfg := &packages.Config{Mode: packages.LoadAllSyntax}
	pkgs, err := packages.Load(cfg, "go/types", "net/http", "text/template", "testing/iotest", "reflect", "encoding/json", "flag")
	if err != nil || len(pkgs) == 0 {
		t.Fatal(err)
	}
	compared := 0
	both := &analysis.Analyzer{
		Name: "both", Doc: "compares", Requires: []*analysis.Analyzer{ctrlflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			graphs := pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
			ours := load.NoReturn(pass, graphs.NoReturn)
			for _, file := range pass.Files {
				for _, d := range file.Decls {
					fd, ok := d.(*ast.FuncDecl)
					if !ok || fd.Body == nil {
						continue
					}
					fn := pass.TypesInfo.Defs[fd.Name].(*types.Func)
					if never := graphs.NoReturn(fn); never != ours[fn] && !syncop.Ends(fn) {
						t.Errorf("%s: %v, go vet says %v", fn.FullName(), ours[fn], never)
					} else if never {
						compared++
					}
				}
			}
			return nil, nil
		},
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{both}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := slices.IndexFunc(graph.Roots, func(a *checker.Action) bool { return a.Err != nil })
	if failed >= 0 {
		t.Fatal(graph.Roots[failed].Err)
	}
	if compared < 20 {
		t.Errorf("%d functions never return, of all these", compared)
	}
	t.Log(compared)
}
