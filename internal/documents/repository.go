package documents

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A Repository has the files that rules read, and the problems that they found.
type Repository struct {
	fsys     fs.FS
	problems []string
}

func (r *Repository) problem(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// text returns a file. A file that cannot be read is a problem, and empty.
func (r *Repository) text(file string) string {
	text, err := fs.ReadFile(r.fsys, file)
	if err != nil {
		r.problem("%v", err)
	}
	return string(text)
}

func (r *Repository) stat(file string) (fs.FileInfo, error) { return fs.Stat(r.fsys, file) }

func (r *Repository) exists(file string) bool {
	_, err := r.stat(file)
	return err == nil
}

// below returns the regular files in a folder and its folders.
func (r *Repository) below(dir string) (files []string) {
	err := fs.WalkDir(r.fsys, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" && d.IsDir():
			return fs.SkipDir
		case d.Type().IsRegular() && d.Name() != ".git": // in a linked worktree it is a file
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		r.problem("%v", err)
	}
	return files
}

// glob returns the files of a pattern; none is a problem.
func (r *Repository) glob(pattern string) []string {
	files, err := fs.Glob(r.fsys, pattern)
	if err != nil || len(files) == 0 {
		r.problem("no file is %s (%v)", pattern, err)
	}
	return files
}

// parse returns the syntax of a Go file, or nil with a problem.
func (r *Repository) parse(file string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), file, r.text(file), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		r.problem("%v", err)
		return nil
	}
	return f
}

// goFiles returns the Go files of the module, by folder: without testdata and modules below.
func (r *Repository) goFiles() map[string][]string {
	files := map[string][]string{}
	for _, file := range r.below(".") {
		if dir := path.Dir(file); path.Ext(file) == ".go" && r.inModule(dir) {
			files[dir] = append(files[dir], file)
		}
	}
	return files
}

func (r *Repository) inModule(dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if base := path.Base(dir); base == "testdata" || base[0] == '_' || base[0] == '.' || r.exists(path.Join(dir, "go.mod")) {
			return false
		}
	}
	return true
}

var definedTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\([tf] \*testing\.[TF]\)`)

// tests are the names of all tests, also of those that need a tag.
func (r *Repository) tests() map[string]bool {
	names := map[string]bool{}
	for _, file := range r.below(".") {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range definedTest.FindAllStringSubmatch(r.text(file), -1) {
			names[m[1]] = true
		}
	}
	return names
}

// cells returns the cells of a row of a table.
func cells(row string) []string {
	list := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// rows returns the lines of the tables of a document. An empty cell is a problem.
func (r *Repository) rows(file string) (list []string) {
	for row := range strings.Lines(r.text(file)) {
		if !strings.HasPrefix(row, "|") {
			continue
		}
		list = append(list, strings.TrimSpace(row))
		if i := slices.Index(cells(row), ""); i >= 0 && len(list) > 1 { // the first cell of a head may be empty
			r.problem("%s: cell %d is empty: %s", file, i, strings.TrimSpace(row))
		}
	}
	return list
}

// atLeast reports a document in which there is less than there should be.
func (r *Repository) atLeast(n, want int, what, file string) {
	if n < want {
		r.problem("%s has %d %s, want %d and more", file, n, what, want)
	}
}
