package deadlocklint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// TestCheckNames: what is compared with, or put into, the check of a finding is in the
// list of package checks, and nothing uses the name that a check had in an earlier
// release.
func TestCheckNames(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range p.files {
			f := parseGo(t, file)
			if f == nil {
				continue
			}
			for _, name := range checkLiterals(f) {
				if !checks.Name(name).Known() {
					t.Errorf("%s: there is no check %q; use a name of internal/checks, or add one", file, name)
				}
			}
		}
	}
}

// TestCheckLiterals: the test above sees the places at which names stand.
func TestCheckLiterals(t *testing.T) {
	const source = `package p

var f = F{ID: "1", Check: "a"}

func g() bool { f.Check = "b"; return f.Check == "c" || "d" != f.Check || f.ID == "e" || f.Check + ": " == "g" || f.Check == "" || F{Check: "f" + x}.Check == y }
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(checkLiterals(f), " "); got != "a b c d" {
		t.Errorf("found %q", got)
	}
}

// checkLiterals returns the strings that are the Check of something.
func checkLiterals(f *ast.File) (names []string) {
	isCheck := func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			return e.Sel.Name == "Check"
		case *ast.Ident:
			return e.Name == "Check"
		}
		return false
	}
	add := func(at, value ast.Expr) {
		lit, ok := value.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || !isCheck(at) {
			return
		}
		if text, _ := strconv.Unquote(lit.Value); text != "" {
			names = append(names, text)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			add(n.Key, n.Value)
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				add(n.X, n.Y)
				add(n.Y, n.X)
			}
		case *ast.AssignStmt:
			for i := range min(len(n.Lhs), len(n.Rhs)) {
				add(n.Lhs[i], n.Rhs[i])
			}
		}
		return true
	})
	return names
}

// formerNames are the hyphenated names of earlier releases; those without a hyphen are
// words of English.
var formerNames = func() *regexp.Regexp {
	var list []string
	for _, n := range checks.All() {
		for _, w := range n.Former() {
			if strings.Contains(w, "-") {
				list = append(list, w)
			}
		}
	}
	return regexp.MustCompile(`(^|[^\w/-])(` + strings.Join(list, "|") + `)($|[^\w/-])`)
}()

// TestFormerNamesAreGone looks in all files but those that tell of earlier releases.
func TestFormerNamesAreGone(t *testing.T) {
	for _, file := range sourceFiles(t) {
		if strings.HasPrefix(file, "internal/checks/") || file == "CHANGELOG.md" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := formerNames.FindSubmatch(data); m != nil {
			t.Errorf("%s: the check %s is called %s", file, m[2], checks.Current(string(m[2])))
		}
	}
}

// TestAnalyzersAndChecks: an analyzer and a check that share a name belong together, and
// no name of one is a former name that a check of another analyzer had.
func TestAnalyzersAndChecks(t *testing.T) {
	for analyzer := range suite.Docs() {
		if n := checks.Name(analyzer); n.Known() && suite.Analyzer(n) != analyzer {
			t.Errorf("check %s is of analyzer %s", n, suite.Analyzer(n))
		}
		if suite.Named(analyzer) != analyzer {
			t.Errorf("%s names analyzer %s", analyzer, suite.Named(analyzer))
		}
	}
}
