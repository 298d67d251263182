package documents

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
)

const vocabulary = "doc/design/002-one-vocabulary.md"

var (
	glossaryTerm = regexp.MustCompile("(?m)^\\| [^|]+ \\| [^|]+ \\| `([\\w/]+)` `(\\w+)` \\|$")
	renamed      = regexp.MustCompile("(?m)^\\| `([\\w/]+)` \\| `(\\w+)` \\| `(\\w+)` \\|$")
)

// glossary: each declaration that a term of doc/design/002 names is there. No name in the product has a
// word that the tables there call an earlier one.
func glossary(r *Repository) {
	page := r.text(vocabulary)
	terms := glossaryTerm.FindAllStringSubmatch(page, -1)
	r.atLeast(len(terms), 20, "terms", vocabulary)
	for _, m := range terms {
		if !r.declares(m[1], m[2]) {
			r.problem("%s declares no %s", m[1], m[2])
		}
	}
	moved := renamed.FindAllStringSubmatch(page, -1)
	r.atLeast(len(moved), 1, "renamed declarations", vocabulary)
	for _, m := range moved {
		if r.declares(m[1], m[2]) || !r.declares(m[1], m[3]) {
			r.problem("%s: %s is to be declared, and %s is not", m[1], m[3], m[2])
		}
	}
	earlier(r, replacedWords(page))
}

func earlier(r *Repository, list []replacedWord) {
	r.atLeast(len(list), 12, "earlier words", vocabulary)
	for _, where := range []string{"passes", "internal", "lockgraph", "condvar", "cmd"} {
		for _, name := range r.namesBelow(where) {
			for _, w := range list {
				if w.isIn(name) {
					r.problem("%s: %s has the earlier word %q; doc/design/002 has the term", name.file, name.text, strings.Join(w.words, " "))
				}
			}
		}
	}
}

// declares reports whether a package declares a type or a function of that name.
func (r *Repository) declares(dir, name string) bool {
	declared := regexp.MustCompile(`(?m)^(?:type|func) ` + name + `\b`)
	for _, file := range r.glob(path.Join(dir, "*.go")) {
		if declared.MatchString(r.text(file)) {
			return true
		}
	}
	return false
}

// An replacedWord is a word that a term has replaced in names.
type replacedWord struct {
	words   []string // more than one follow each other in a name
	allowed []string // folders in which it has another meaning
}

// replacedWords reads the third and the fourth column of the table of static terms.
func replacedWords(page string) (list []replacedWord) {
	folder := regexp.MustCompile("`([\\w/]+)`")
	for _, row := range regexp.MustCompile(`(?m)^\| [a-z ]+ \| [^|]+ \| ([a-z, ]+) \|([^|\n]*)\|$`).FindAllStringSubmatch(page, -1) {
		var allowed []string
		for _, m := range folder.FindAllStringSubmatch(row[2], -1) {
			allowed = append(allowed, m[1])
		}
		for _, w := range strings.Split(row[1], ", ") {
			list = append(list, replacedWord{strings.Fields(w), allowed})
		}
	}
	return list
}

// isIn reports whether the name has the word, in one or in several, where it is not allowed.
func (w replacedWord) isIn(n name) bool {
	for _, dir := range w.allowed {
		if strings.HasPrefix(n.file, dir+"/") {
			return false
		}
	}
	words := camelWord.FindAllString(n.text, -1)
	for i := 0; i+len(w.words) <= len(words); i++ {
		same := true
		for k, want := range w.words {
			got := strings.ToLower(words[i+k])
			same = same && (got == want || got == want+"s")
		}
		if same {
			return true
		}
	}
	return false
}

// camelWord is one word of a name in camel case, or of a file's name.
var camelWord = regexp.MustCompile(`[A-Z]+[a-z0-9]*|[a-z0-9]+`)

// A name is that of a file, a declaration or an exported member.
type name struct{ file, text string }

// namesBelow returns the names in a folder, without those that tests declare.
func (r *Repository) namesBelow(dir string) (list []name) {
	for _, file := range r.below(dir) {
		if path.Ext(file) != ".go" || strings.Contains(file, "/testdata/") {
			continue
		}
		list = append(list, name{file, strings.TrimSuffix(path.Base(file), ".go")})
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if parsed := r.parse(file); parsed != nil {
			for _, decl := range parsed.Decls {
				for _, id := range declaredBy(decl) {
					list = append(list, name{file, id.Name})
				}
			}
		}
	}
	return list
}

// declaredBy returns the names that a declaration gives to the package, with exported methods and members.
func declaredBy(decl ast.Decl) (list []*ast.Ident) {
	if fn, ok := decl.(*ast.FuncDecl); ok {
		if fn.Recv == nil || fn.Name.IsExported() {
			list = append(list, fn.Name)
		}
		return list
	}
	for _, spec := range decl.(*ast.GenDecl).Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			list = append(list, spec.Names...)
		case *ast.TypeSpec:
			list = append(append(list, spec.Name), members(spec.Type)...)
		}
	}
	return list
}

// members returns the exported members of a struct or of an interface.
func members(t ast.Expr) (list []*ast.Ident) {
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return nil
	}
	for _, f := range fields.List {
		for _, id := range f.Names {
			if id.IsExported() {
				list = append(list, id)
			}
		}
	}
	return list
}
