package binary

import (
	"go/parser"
	"go/token"
	"testing"
)

// declares has small variables: those on one line, some that stay on the stack or have another
// type, and a larger one in between.
const declares = `package p

import "sync"

func f() {
	var x, y sync.Mutex
	use(&x, &y)
}

func g() {
	var n int32
	var big sync.RWMutex
	var on bool
	var mu sync.Mutex
	use(&n, &big, &on, &mu)
}

func alone() {
	var mu sync.Mutex
	use(&mu)
}
`

// TestTogether: the offset in an allocation of several variables tells which one is meant, and
// an allocation that they do not fill has no names.
func TestTogether(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", declares, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{sources: map[string]*source{"p.go": {fset: fset, file: file}}}
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
	f := &File{sources: map[string]*source{"p.go": {fset: fset, file: file}}}
	for pick, want := range map[Pick]string{{}: "p.", {0, 2}: "p.T.left", {1, 2}: "p.T.right", {1, 3}: "p."} {
		got, ok := f.Chan("p.f", "p.go", 4, pick)
		if got != want || ok != (want != "p.") {
			t.Errorf("%v: %q, want %q", pick, got, want)
		}
	}
}
