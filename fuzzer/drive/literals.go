package drive

import (
	"go/ast"
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// literals are values of the source that may matter to it, as source text.
type literals struct {
	strings, ints []string
	long          []string // strings that are longer than an integer of the source: it may be a limit
}

// Literals of the source are values up to these.
const (
	longestLiteral = 12 // bytes
	largestLiteral = 64
	commonIntegers = 2 // the palette has these anyway
)

// literalsOf collects the literals of files. Messages of errors and of prints say nothing.
func literalsOf(files []*ast.File) literals {
	texts, ints, lengths := map[string]bool{}, map[string]bool{}, map[int64]bool{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				return !isMessage(n)
			case *ast.BasicLit:
				noteLiteral(n, texts, ints, lengths)
			}
			return true
		})
	}
	var long []string
	for _, n := range slices.Sorted(maps.Keys(lengths)) {
		long = append(long, strconv.Quote(strings.Repeat("a", int(n)+1)))
	}
	return literals{slices.Sorted(maps.Keys(texts)), slices.Sorted(maps.Keys(ints)), long}
}

func isMessage(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && (id.Name == "fmt" || id.Name == "errors")
}

// noteLiteral takes a literal. A single character is put between two others, since it may separate them.
func noteLiteral(lit *ast.BasicLit, texts, ints map[string]bool, lengths map[int64]bool) {
	switch lit.Kind {
	case token.STRING, token.CHAR:
		s, err := strconv.Unquote(lit.Value)
		switch {
		case err != nil || s == "" || len(s) > longestLiteral || strings.ContainsAny(s, "%\n"):
		case utf8.RuneCountInString(s) == 1:
			texts[strconv.Quote("a"+s+"b")] = true
		default:
			texts[strconv.Quote(s)] = true
		}
	case token.INT:
		v, ok := constant.Int64Val(constant.MakeFromLiteral(lit.Value, lit.Kind, 0))
		if ok && v > commonIntegers && v <= largestLiteral {
			ints[strconv.FormatInt(v, 10)] = true
		}
		if ok && v > 0 && v <= largestLiteral {
			lengths[v] = true
		}
	}
}

// Literals in tests are values up to these. An integer is one of each type.
const (
	longestTested = 40 // bytes
	largestTested = 127
)

// Learn takes the literals of calls that tests make of the API, by the names of functions and methods. Such values suit them, so that half of
// the drivers have no others.
func (a *API) Learn(files []*ast.File) {
	own := map[string]bool{}
	for _, f := range a.all() {
		own[f.name] = true
	}
	for _, f := range a.makers {
		own[f.name] = true
	}
	texts, ints := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && own[calledName(call)] {
				for _, arg := range call.Args {
					noteTested(arg, texts, ints)
				}
			}
			return true
		})
	}
	a.learned = literals{strings: slices.Sorted(maps.Keys(texts)), ints: slices.Sorted(maps.Keys(ints))}
}

// calledName is the last name of a called function, "" for none.
func calledName(call *ast.CallExpr) string {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// noteTested takes an argument that is a literal.
func noteTested(arg ast.Expr, texts, ints map[string]bool) {
	lit, ok := arg.(*ast.BasicLit)
	if !ok {
		return
	}
	switch lit.Kind {
	case token.STRING:
		if s, err := strconv.Unquote(lit.Value); err == nil && len(s) <= longestTested {
			texts[strconv.Quote(s)] = true
		}
	case token.INT:
		if v, ok := constant.Int64Val(constant.MakeFromLiteral(lit.Value, lit.Kind, 0)); ok && v <= largestTested {
			ints[strconv.FormatInt(v, 10)] = true
		}
	}
}
