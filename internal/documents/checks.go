package documents

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// checkNames: each string that is compared with the check of a finding, or becomes one, is in the list of package checks.
// Names of earlier releases are only in files that tell of these.
func checkNames(r *Repository) {
	found := 0
	for _, files := range r.goFiles() {
		for _, file := range files {
			if strings.HasPrefix(file, "internal/documents/") {
				continue // its test names a check that there is not
			}
			f := r.parse(file)
			if f == nil {
				continue
			}
			for _, name := range checkLiterals(f) {
				found++
				if !checks.Name(name).Known() {
					r.problem("%s: there is no check %q; use a name of internal/checks, or add one", file, name)
				}
			}
		}
	}
	r.atLeast(found, 5, "strings that name a check", "the source")
	formerNames(r)
}

// formerNames looks for hyphenated names of earlier releases; those without a hyphen are words of English.
func formerNames(r *Repository) {
	var list []string
	for _, n := range checks.All() {
		list = append(list, slices.DeleteFunc(slices.Clone(n.Former()), func(w string) bool { return !strings.Contains(w, "-") })...)
	}
	r.atLeast(len(list), 5, "names with a hyphen that checks had", "internal/checks")
	former := regexp.MustCompile(`(^|[^\w/-])(` + strings.Join(list, "|") + `)($|[^\w/-])`)
	for _, file := range r.below(".") {
		if strings.HasPrefix(file, "internal/checks/") || file == "CHANGELOG.md" {
			continue
		}
		if m := former.FindStringSubmatch(r.text(file)); m != nil {
			r.problem("%s: the check %s is called %s", file, m[2], checks.Current(m[2]))
		}
	}
}

// checkLiterals returns the strings that are the Check of something.
func checkLiterals(f *ast.File) (names []string) {
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

func isCheck(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Check"
	case *ast.Ident:
		return e.Name == "Check"
	}
	return false
}
