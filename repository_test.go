package deadlocklint

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const modulePath = "github.com/deadlocklint/deadlocklint"

// maxLines is the length of a Go file above which it holds more than one idea.
const maxLines = 600

// A goPackage is a directory of this module with Go files in it.
type goPackage struct {
	path  string   // relative to the module, "." for the root
	files []string // with tests
}

// packages returns all packages of this module, as the files say and not as
// the go command does: so they may even be broken or for another system.
func packages(t *testing.T) []goPackage {
	t.Helper()
	files := map[string][]string{}
	for _, file := range sourceFiles(t) {
		dir := path.Dir(filepath.ToSlash(file))
		if path.Ext(file) == ".go" && inModule(dir) {
			files[dir] = append(files[dir], file)
		}
	}
	var list []goPackage
	for dir, names := range files {
		list = append(list, goPackage{dir, names})
	}
	slices.SortFunc(list, func(a, b goPackage) int { return strings.Compare(a.path, b.path) })
	return list
}

// sourceFiles returns all files of the repository.
func sourceFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.Name() == ".git":
			return nil // in a linked worktree it is a file
		case d.Type().IsRegular():
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// inModule reports whether the go command sees Go files in dir as ours.
func inModule(dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if base := path.Base(dir); base == "testdata" || base[0] == '_' || base[0] == '.' {
			return false
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return false
		}
	}
	return true
}

// parseGo returns the syntax of a Go file, or nil after reporting why not.
func parseGo(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Error(err)
		return nil
	}
	return f
}

// sentenceEnd matches the end of a sentence, roughly.
var sentenceEnd = regexp.MustCompile(`[.!?:]["')\]]?(\s|$)`)

func TestPackagesAreDocumented(t *testing.T) {
	for _, p := range packages(t) {
		doc, hasCode := "", false
		for _, file := range p.files {
			f := parseGo(t, file)
			if f == nil || strings.HasSuffix(file, "_test.go") {
				continue
			}
			hasCode = true
			doc += f.Doc.Text()
		}
		if n := len(sentenceEnd.FindAllString(doc, -1)); hasCode && n < 2 {
			t.Errorf("package %s: the doc comment has %d sentences: say what it is, how data flows through it and what it refuses", p.path, n)
		}
	}
}

func TestPackageNamesSaySomething(t *testing.T) {
	empty := []string{"a", "base", "common", "helper", "helpers", "misc", "shared", "types", "util", "utils"}
	for _, p := range packages(t) {
		if slices.Contains(empty, path.Base(p.path)) {
			t.Errorf("package %s: name it after what it does", p.path)
		}
	}
}

func TestGoFiles(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range p.files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			formatted, err := format.Source(data)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if !bytes.Equal(data, formatted) {
				t.Errorf("%s is not formatted; run gofmt -w %[1]s", file)
			}
			if n := bytes.Count(data, []byte("\n")); n > maxLines {
				t.Errorf("%s has %d lines, more than %d: one idea a file", file, n, maxLines)
			}
		}
	}
}

// TestOnlyMainExits keeps the exit status in one place. Tests are exempt: those
// that run themselves as a child process have to exit.
func TestOnlyMainExits(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range p.files {
			f := parseGo(t, file)
			if f == nil || f.Name.Name == "main" || strings.HasSuffix(file, "_test.go") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if name := selector(n); name == "os.Exit" || strings.HasPrefix(name, "log.Fatal") {
					t.Errorf("%s calls %s: return an error instead", file, name)
				}
				return true
			})
		}
	}
}

// selector returns "x.Sel" for a selector of a plain name, else "".
func selector(n ast.Node) string {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return x.Name + "." + sel.Sel.Name
}

// forbiddenText matches what belongs to one machine: paths, and hosts of
// package registries. It is made of pieces so that this file does not match.
var forbiddenText = regexp.MustCompile(strings.Join([]string{
	`(^|[^\w.)}*-])/(` + strings.Join([]string{"wo" + "rk", "ho" + "me", "ro" + "ot", "Us" + "ers"}, "|") + `)/`,
	`\b(` + strings.Join([]string{
		"proxy" + `\.golang\.org`, "sum" + `\.golang\.org`, "go" + `proxy\.\w+`,
		"registry" + `\.npmjs\.\w+`, "py" + `pi\.org`, "arti" + "factory", "jf" + `rog\.io`,
	}, "|") + `)\b`,
}, "|"))

func TestNothingOfThisMachine(t *testing.T) {
	for _, file := range sourceFiles(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(data, 0) >= 0 {
			continue // binary
		}
		for i, line := range strings.Split(string(data), "\n") {
			if m := forbiddenText.FindString(line); m != "" {
				t.Errorf("%s:%d: %q belongs to one machine: write a relative path or leave it out", file, i+1, m)
			}
		}
	}
}

func TestForbiddenTextIsNoticed(t *testing.T) {
	for text, want := range map[string]bool{
		"see /wo" + "rk/x":               true,
		`"/ho` + `me/me/go"`:             true,
		"cmd/go/internal/wo" + "rk/b.go": false,
		"$HOME/ho" + "me/x":              false,
		"https://proxy.gol" + "ang.org":  true,
		"golang.org/x/tools":             false,
	} {
		if got := forbiddenText.MatchString(text); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
