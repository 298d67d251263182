package binary

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// TestTogether: the offset in an allocation of several variables tells which one is meant, and
// an allocation that they do not fill has no names. The program declares small variables: those on one line, some that stay on the
// stack or have another type, and a larger one in between.
func TestTogether(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", fixture.Text(t, "p/p.go"), 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{executable: &executable{sources: map[string]*source{"p.go": {fset: fset, file: file}}}}
	for _, c := range []struct {
		fn           string
		line         int
		size, offset uint64
		want         string
	}{
		{"p.f", 6, 16, 0, "p.f.x"},
		{"p.f", 6, 16, 8, "p.f.y"},
		{"p.f", 6, 16, 4, ""},
		{"p.f", 6, 24, 8, ""},
		{"p.g", 11, 16, 0, "p.g.n"},
		{"p.g", 11, 16, 4, "p.g.mu"},
		{"p.g", 11, 16, 12, "p.g.on"},
		{"p.g", 14, 8, 0, ""},
		{"p.alone", 19, 8, 0, ""},
		{"p.gone", 40, 16, 0, ""},
	} {
		got, _ := f.Together(c.fn, "p.go", c.line, c.size, c.offset)
		if got != c.want {
			t.Errorf("%s, %d of %d bytes: %q, want %q", c.fn, c.offset, c.size, got, c.want)
		}
	}
}

// TestPick: two values that are made at one line are told apart by their order, and not
// without it.
func TestPick(t *testing.T) {
	const text = `package p

func f() *T {
	return &T{left: make(chan int), right: make(chan int)}
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{executable: &executable{sources: map[string]*source{"p.go": {fset: fset, file: file}}}}
	for pick, want := range map[Pick]string{{}: "p.", {0, 2}: "p.T.left", {1, 2}: "p.T.right", {1, 3}: "p."} {
		got, ok := f.Chan("p.f", "p.go", 4, pick)
		if got != want || ok != (want != "p.") {
			t.Errorf("%v: %q, want %q", pick, got, want)
		}
	}
}

// TestGiven: an element of a literal is one of the variable, a value of a literal without keys is a field, and a Cond is not
// its lock.
func TestGiven(t *testing.T) {
	const text = `package p

type req struct{ reply, abort chan int }

func f(m sync.Mutex) {
	a := []chan int{make(chan int), make(chan int)} // chan p.f.a[]
	b := map[string]chan int{
		"x": make(chan int), // chan p.f.b[]
	}
	c := struct{ in, out chan int }{nil, make(chan int)} // chan p.f.c.out
	d := struct{ in chan int }{in: make(chan int)} // chan p.f.d.in
	e <- req{nil, make(chan int)} // chan p.req.abort
	g := table{byName: map[string]*sync.Mutex{"x": {}}} // lock p.table.byName[]
	h := []*sync.Mutex{{}} // lock p.f.h[]
	i := []sync.Mutex{{}} // lock p.f.i
	var j sync.Mutex; k := sync.NewCond(&j) // cond p.f.k
	var l sync.Mutex; n := sync.NewCond(&l) // lock p.f.l
	o := sync.NewCond(&sync.Mutex{}) // cond p.f.o
	p := sync.NewCond(new(sync.Mutex)) // lock p.f.p
	q := box[int]{ch: make(chan int)} // chan p.box.ch
	r := func() chan int { return make(chan int) } // chan -
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{executable: &executable{sources: map[string]*source{"p.go": {fset: fset, file: file}}}}
	for i, line := range strings.Split(text, "\n") {
		_, want, ok := strings.Cut(line, " // ")
		if !ok {
			continue
		}
		kind, want, _ := strings.Cut(want, " ")
		name := map[string]func(fn, file string, line int, pick Pick) (string, bool){"chan": f.Chan, "lock": f.Local, "cond": f.Cond}[kind]
		pick := Pick{Of: strings.Count(line, "make(")}
		got, ok := name("p.f", "p.go", i+1, pick)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("line %d: %s, want %s", i+1, got, want)
		}
	}
}

// TestPrograms: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestPrograms(t *testing.T) { fixture.Vet(t) }
