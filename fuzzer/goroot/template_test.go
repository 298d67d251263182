package goroot

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// maxTemplate is the length of a template above which it holds more than one idea.
const maxTemplate = 400

// templates calls visit with each template and its text.
func templates(t *testing.T, visit func(name string, text []byte)) {
	t.Helper()
	n := 0
	err := fs.WalkDir(generator, "template", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(generator, name)
		visit(name, text)
		n++
		return err
	})
	if err != nil || n == 0 {
		t.Fatalf("%d templates, %v", n, err)
	}
}

func TestTemplatesAreFormatted(t *testing.T) {
	templates(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, ".go.txt") {
			t.Errorf("%s: a template is named NAME.go.txt", name)
		}
		formatted, err := format.Source(text)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !bytes.Equal(text, formatted):
			t.Errorf("%s is not formatted; run gofmt < %[1]s", name)
		}
		if n := bytes.Count(text, []byte("\n")); n > maxTemplate {
			t.Errorf("%s has %d lines, more than %d: one idea a file", name, n, maxTemplate)
		}
	})
}

// A platform is what the go command chooses files of a package by.
type platform struct {
	goos, goarch string
	tags         []string
}

// platforms are those with templates of their own. Package runtime has files of
// its own for the race detector.
var platforms = []platform{
	{"linux", "amd64", nil},
	{"linux", "amd64", []string{"race"}},
	{"linux", "arm64", nil},
	{"darwin", "arm64", nil},
}

// TestTemplatesTypeCheck checks every package that has a file of ours in it, and
// those that have a template on every platform. The local release stands for all:
// script/ci/releases.sh compiles the same packages with the others.
func TestTemplatesTypeCheck(t *testing.T) {
	root, instrumented := written(t)
	var templated []string
	templates(t, func(name string, text []byte) { templated = append(templated, path.Dir(place(name))) })
	for i, p := range platforms {
		if i > 0 && !matrix.Rest {
			continue // the sample has the first one
		}
		s, packages := newStd(root, p, instrumented), instrumented
		if i > 0 {
			packages = slices.Compact(templated)
		}
		for _, pkg := range packages {
			if _, err := s.Import(pkg); err != nil && !errors.As(err, new(*build.NoGoError)) {
				t.Errorf("%s/%s %v: %v", p.goos, p.goarch, p.tags, err)
			}
		}
	}
}

// builds reports whether the local release compiles a file.
func builds(t *testing.T, text []byte) bool {
	line, _, _ := strings.Cut(string(text), "\n")
	if !constraint.IsGoBuild(line) {
		return true
	}
	expr, err := constraint.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return expr.Eval(func(tag string) bool {
		return tag == runtime.GOOS || tag == runtime.GOARCH || slices.Contains(build.Default.ReleaseTags, tag)
	})
}

// written is a shadow of the local release that a test may change, and the import
// paths of the packages with a file of ours.
func written(t *testing.T) (root string, instrumented []string) {
	t.Helper()
	tc := local(t)
	root = t.TempDir()
	if _, err := write(tc, root); err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(root, "src")
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(name) == ".go" && own(tc, src, name) {
			rel, _ := filepath.Rel(src, filepath.Dir(name)) // name is below src
			instrumented = append(instrumented, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	instrumented = slices.Compact(instrumented)
	for _, pkg := range []string{"runtime", "sync", "sync/atomic", "testing", "net/http", agentPath + "/boundary", agentPath + "/form", agentPath + "/rt", agentPath + "/pauses", conditionsPath} {
		if !slices.Contains(instrumented, pkg) {
			t.Fatalf("%s has no file of ours: %v", pkg, instrumented)
		}
	}
	return root, instrumented
}

// own reports whether a file of the shadow is not that of the original.
func own(tc Toolchain, src, name string) bool {
	rel, _ := filepath.Rel(src, name) // name is below src
	was, err := os.ReadFile(filepath.Join(tc.Root, "src", rel))
	if err != nil {
		return true
	}
	is, err := os.ReadFile(name)
	return err != nil || !bytes.Equal(was, is)
}

// A std type-checks packages of a GOROOT from source, their imports first. Of
// packages that are not instrumented it skips the bodies of functions.
type std struct {
	ctx          build.Context
	src          string
	sizes        types.Sizes
	instrumented []string
	done         map[string]*types.Package
}

func newStd(root string, p platform, instrumented []string) *std {
	ctx := build.Default
	ctx.GOROOT, ctx.GOOS, ctx.GOARCH, ctx.BuildTags = root, p.goos, p.goarch, p.tags
	ctx.CgoEnabled = false
	return &std{ctx, filepath.Join(root, "src"), types.SizesFor("gc", p.goarch), instrumented, map[string]*types.Package{"unsafe": types.Unsafe}}
}

// Import implements [types.Importer].
func (s *std) Import(pkg string) (*types.Package, error) {
	if p := s.done[pkg]; p != nil {
		return p, nil
	}
	dir := filepath.Join(s.src, filepath.FromSlash(pkg))
	if vendored := filepath.Join(s.src, "vendor", filepath.FromSlash(pkg)); isDir(vendored) {
		dir = vendored
	}
	listed, err := s.ctx.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range listed.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: s, Sizes: s.sizes, IgnoreFuncBodies: !slices.Contains(s.instrumented, pkg)}
	p, err := conf.Check(pkg, fset, files, nil)
	if err == nil {
		s.done[pkg] = p
	}
	return p, err
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// TestTypeErrorIsNoticed breaks one file of each package that has a template.
func TestTypeErrorIsNoticed(t *testing.T) {
	root, instrumented := written(t)
	s := newStd(root, platforms[0], instrumented)
	templates(t, func(name string, text []byte) {
		if rel, ok := strings.CutPrefix(name, "template/runtime/"); ok && rel != "zz_dl_rec.go.txt" {
			return // runtime is large: one file of it is enough
		}
		if !builds(t, text) {
			return // it is of another release
		}
		file := filepath.Join(root, "src", filepath.FromSlash(place(name)))
		write1(t, file, string(text)+"\nfunc dlBroken() int { return \"text\" }\n")
		defer write1(t, file, string(text))
		pkg := path.Dir(place(name))
		delete(s.done, pkg) // what it imports is known already
		if _, err := s.Import(pkg); err == nil || !strings.Contains(err.Error(), "cannot use \"text\"") {
			t.Errorf("%s with a type error: %v", name, err)
		}
	})
}
