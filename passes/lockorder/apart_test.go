package lockorder

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/mhp"
)

// apartPrograms take the locks of pairs in two functions: at line A and at line B.
var apartPrograms = []struct {
	name, main string
	apart      bool
}{
	{"two_objects", "x, y := new(pair), new(pair); go x.forth(); y.back()", true},
	{"one_object", "x := new(pair); go x.forth(); x.back()", false},
	{"perhaps_one", "x, y := new(pair), new(pair); if len(os.Args) > 1 { y = x }; go x.forth(); y.back()", false},
	{"made_in_a_loop", "for range 2 { x := new(pair); go x.forth(); x.back() }", false},
	{"by_a_channel", "c := make(chan *pair, 1); x := new(pair); c <- x; go x.forth(); (<-c).back()", false},
	{"two_channels", "c, d := make(chan *pair, 1), make(chan *pair, 1); c <- new(pair); d <- new(pair); go (<-c).forth(); (<-d).back()", true},
	{"by_an_interface", "x := new(pair); var w any = x; go x.forth(); w.(*pair).back()", false},
	{"of_a_slice", "list := []*pair{new(pair), new(pair)}; go list[0].forth(); list[1].back()", false},
	{"two_globals", "go one.forth(); other.back()", true},
	{"by_unsafe", "x, y := new(pair), new(pair); p := unsafe.Pointer(x); if len(os.Args) > 0 { y = (*pair)(p) }; go x.forth(); y.back()", false},
}

func apartProgram(main string) string {
	return `package main

import (
	"os"
	"sync"
	"unsafe"
)

var _ = os.Args

type pair struct{ a, b sync.Mutex }

var one, other pair

var _ unsafe.Pointer

func (p *pair) forth() {
	p.a.Lock()
	p.b.Lock()
}

func (p *pair) back() {
	p.b.Lock()
	p.a.Lock()
}

func main() { ` + main + ` }
`
}

// withoutUnsafe keeps the lines where they are.
func withoutUnsafe(text string) string {
	text = strings.Replace(text, `	"unsafe"`, "	// unsafe", 1)
	return strings.Replace(text, "var _ unsafe.Pointer", "// unsafe", 1)
}

// Locks of objects that are made at different places are apart unless something brings the
// objects together.
func TestIsApart(t *testing.T) {
	t.Parallel()
	forth, back := mhp.Site{Func: "example.com/m.(*pair).forth", File: "main.go", Line: 18}, mhp.Site{Func: "example.com/m.(*pair).back", File: "main.go", Line: 24}
	for _, c := range apartPrograms {
		text := apartProgram(c.main)
		if c.name != "by_unsafe" {
			text = withoutUnsafe(text)
		}
		if got := isApart(loaded(t, text), forth, back); got != c.apart {
			t.Errorf("%s: apart %t", c.name, got)
		}
	}
}

func loaded(t *testing.T, text string) *mhp.Program {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "main.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := mhp.Load(context.Background(), load.Options{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
