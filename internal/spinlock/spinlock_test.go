package spinlock

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// programs have functions whose names begin with "take", which are locks, and others, which are none.
var programs = []string{"test_and_set", "count", "ticket", "queue", "generic", "never_given_back", "other_types"}

func parse(t *testing.T, text string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package p\n"+text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFind(t *testing.T) {
	for _, name := range programs {
		t.Run(name, func(t *testing.T) {
			text := fixture.Text(t, name+"/p.go")
			f, err := parser.ParseFile(token.NewFileSet(), "p.go", text, 0)
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "take") {
					want = append(want, fn.Name.Name)
				}
			}
			for _, l := range Find([]*ast.File{f}) {
				name := l.Func[strings.LastIndexByte(l.Func, '.')+1:]
				if l.Func == "takeFunctionGeneric[...]" {
					name = "takeFunctionGeneric"
				}
				got = append(got, name)
			}
			if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
			if len(want) > 0 && !Mentions([]byte(text)) {
				t.Error("the text is said to have none")
			}
		})
	}
}

// A lock may be given back in another file of the package.
func TestFilesTogether(t *testing.T) {
	lock := parse(t, "func Lock(s *spin) { for !s.state.CompareAndSwap(free, 1) { } }")
	unlock := parse(t, "const free = 0\nfunc Unlock(s *spin) { s.state.Store(free) }")
	if got := Find([]*ast.File{lock}); len(got) != 0 {
		t.Errorf("alone: %v", got)
	}
	if got := Find([]*ast.File{lock, unlock}); len(got) != 1 || got[0].Func != "Lock" {
		t.Errorf("together: %v", got)
	}
}

func TestNames(t *testing.T) {
	f := parse(t, `
var state atomic.Int32
type v struct{}
type g[A, B any] struct{}
func (v) ByValue() { for !state.CompareAndSwap(0, 1) { } }
func (*v) ByPointer() { for !state.CompareAndSwap(0, 1) { } }
func (*g[A, B]) Generic() { for !state.CompareAndSwap(0, 1) { } }
func Plain() { for !state.CompareAndSwap(0, 1) { } }
`)
	var got []string
	for _, l := range Find([]*ast.File{f}) {
		got = append(got, l.Func)
	}
	if want := []string{"v.ByValue", "(*v).ByPointer", "(*g[...]).Generic", "Plain"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Any Go source has an answer.
func FuzzFind(f *testing.F) {
	for _, name := range programs {
		_, text, _ := strings.Cut(fixture.Text(f, name+"/p.go"), "\n")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package p\n"+text, 0)
		if err != nil {
			return
		}
		for _, l := range Find([]*ast.File{file}) {
			if l.Func == "" || !l.Pos.IsValid() {
				t.Errorf("%+v", l)
			}
		}
	})
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
