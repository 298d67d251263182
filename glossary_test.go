package deadlocklint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGlossary: each term of doc/design/002 that names a declaration names one that is there.
func TestGlossary(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("doc", "design", "002-one-vocabulary.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| [^|]+ \\| [^|]+ \\| `([\\w/]+)` `(\\w+)` \\|$").FindAllSubmatch(page, -1)
	if len(rows) < 20 {
		t.Errorf("%d terms, want 20 and more", len(rows))
	}
	for _, m := range rows {
		dir, name := string(m[1]), string(m[2])
		if !declares(t, dir, name) {
			t.Errorf("%s declares no %s", dir, name)
		}
	}
}

// declares reports whether a package declares a type or a function of that name.
func declares(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s is no package: %v", dir, err)
	}
	declared := regexp.MustCompile(`(?m)^(?:type|func) ` + name + `\b`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if declared.Match(source) {
			return true
		}
	}
	return false
}

// An earlierWord is a word that a term has replaced in names.
type earlierWord struct {
	words   []string // more than one follow each other in a name
	allowed []string // folders in which it has another meaning
}

// TestEarlierWords: no name in the product has a word that the tables of doc/design/002 call an earlier one.
func TestEarlierWords(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("doc", "design", "002-one-vocabulary.md"))
	if err != nil {
		t.Fatal(err)
	}
	list := earlierWords(string(page))
	if len(list) < 12 {
		t.Fatalf("%d earlier words, want 12 and more", len(list))
	}
	for _, where := range []string{"passes", "internal", "lockgraph", "condvar", "cmd"} {
		for _, name := range namesBelow(t, where) {
			for _, w := range list {
				if w.isIn(name) {
					t.Errorf("%s: %s has the earlier word %q; doc/design/002 has the term", name.file, name.text, strings.Join(w.words, " "))
				}
			}
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([\\w/]+)` \\| `(\\w+)` \\| `(\\w+)` \\|$").FindAllStringSubmatch(string(page), -1) {
		if dir := m[1]; declares(t, dir, m[2]) || !declares(t, dir, m[3]) {
			t.Errorf("%s: %s is to be declared, and %s is not", dir, m[3], m[2])
		}
	}
}

// TestEarlierWordsAreFound: the comparison finds what the tables forbid, and nothing else.
func TestEarlierWordsAreFound(t *testing.T) {
	list := earlierWords("| spawn site | a go statement | root, open call | `cmd` `passes/x`: a folder |\n")
	for _, c := range []struct {
		dir, text string
		want      bool
	}{
		{"passes/y", "rootSets", true},
		{"passes/y", "newRoots", true},
		{"passes/y", "edge_root", true},
		{"passes/y", "openCalls", true},
		{"passes/y", "openFile", false},
		{"passes/y", "uproot", false},
		{"passes/x", "root", false},
		{"passes/xy", "root", true},
		{"cmd/tool", "Root", false},
	} {
		got := slices.ContainsFunc(list, func(w earlierWord) bool { return w.isIn(name{c.dir + "/f.go", c.text}) })
		if got != c.want {
			t.Errorf("%s in %s: %v, want %v", c.text, c.dir, got, c.want)
		}
	}
}

// earlierWords reads the third and the fourth column of the table of static terms.
func earlierWords(page string) (list []earlierWord) {
	folder := regexp.MustCompile("`([\\w/]+)`")
	for _, row := range regexp.MustCompile(`(?m)^\| [a-z ]+ \| [^|]+ \| ([a-z, ]+) \|([^|\n]*)\|$`).FindAllStringSubmatch(page, -1) {
		var allowed []string
		for _, m := range folder.FindAllStringSubmatch(row[2], -1) {
			allowed = append(allowed, m[1])
		}
		for _, w := range strings.Split(row[1], ", ") {
			list = append(list, earlierWord{strings.Fields(w), allowed})
		}
	}
	return list
}

// isIn reports whether the name has the word, in one or in several, where it is not allowed.
func (w earlierWord) isIn(n name) bool {
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
func namesBelow(t *testing.T, dir string) (list []name) {
	t.Helper()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case !strings.HasSuffix(file, ".go"):
			return nil
		}
		file = filepath.ToSlash(file)
		list = append(list, name{file, strings.TrimSuffix(d.Name(), ".go")})
		if strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range parsed.Decls {
			for _, id := range declaredBy(decl) {
				list = append(list, name{file, id.Name})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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
