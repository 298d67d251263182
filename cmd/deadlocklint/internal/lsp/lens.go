package lsp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Commands of the code lenses.
const (
	commandPredict = "deadlocklint.predict" // arguments: directory, test
	commandReplay  = "deadlocklint.replay"  // arguments: directory of the module, command line
)

// lenses are the commands above the tests of a file. A file that does not parse
// has those of the tests before the mistake.
func (s *Server) lenses(file string) []codeLens {
	list := []codeLens{}
	if !strings.HasSuffix(file, "_test.go") {
		return list
	}
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, file, s.text(file).content, parser.SkipObjectResolution) // partial when there is an error
	if f == nil {
		return list
	}
	root := moduleOf(filepath.Dir(file))
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || !isTest(fn) {
			continue
		}
		pos := fset.Position(fn.Pos())
		r := textRange{s.text(file).at(pos.Line, pos.Column), s.text(file).at(pos.Line, pos.Column)}
		list = append(list, codeLens{r, editorCommand{"predict deadlocks", commandPredict, []string{filepath.Dir(file), fn.Name.Name}}})
		for _, f := range s.replays(root, fn.Name.Name) {
			list = append(list, codeLens{r, editorCommand{"replay the " + replayed(f.Check), commandReplay, []string{root, f.Replay}}})
		}
	}
	return list
}

// isTest reports whether go test runs the function.
func isTest(fn *ast.FuncDecl) bool {
	name, ok := strings.CutPrefix(fn.Name.Name, "Test")
	if !ok || fn.Recv != nil || fn.Type.Params.NumFields() != 1 || name != "" && name[0] >= 'a' && name[0] <= 'z' {
		return false
	}
	star, ok := fn.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "T"
}

// replays are the findings in a test that a command makes happen again.
func (s *Server) replays(root, test string) (list []report.Finding) {
	res := s.results[root]
	if res == nil {
		return nil
	}
	for _, f := range res.Findings {
		seen := slices.ContainsFunc(f.Tests, func(t string) bool { return t == test || strings.HasPrefix(t, test+"/") })
		if seen && f.Status == report.StatusConfirmed && f.Replay != "" && !f.Suppressed {
			list = append(list, f)
		}
	}
	return list
}

// replayed is the name that a lens gives a finding.
func replayed(check checks.Name) string {
	switch check {
	case checks.Race:
		return "race"
	case checks.Atomicity:
		return "broken atomicity"
	case checks.Schedule:
		return "failing schedule"
	case checks.Livelock:
		return "livelock"
	case checks.Order:
		return "order violation"
	case checks.Typestate:
		return "protocol violation"
	}
	return "deadlock"
}
