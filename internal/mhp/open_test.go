package mhp

import (
	"context"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// library has two sides that only a test calls, one after the other, and a place
// for what else may call them.
const library = `package m

import "sync"

type bank struct{ gate, x, y sync.Mutex }

func (b *bank) ab() {
	b.gate.Lock()
	b.x.Lock() // A holds
	b.y.Lock() // A wants
	b.y.Unlock()
	b.x.Unlock()
	b.gate.Unlock()
}

func (b *bank) ba() {
	b.gate.Lock()
	b.y.Lock() // B holds
	b.x.Lock() // B wants
	b.x.Unlock()
	b.y.Unlock()
	b.gate.Unlock()
}

`

const itsTest = `package m

import "testing"

func TestBank(t *testing.T) {
	b := &bank{}
	b.ab()
	b.ba()
}
`

func join(list []Refusal) string {
	var lines []string
	for _, r := range list {
		lines = append(lines, r.String())
	}
	return strings.Join(lines, "\n")
}

// TestLibrary adds to a library what makes callers unknown. The twin without an
// addition is proven.
func TestLibrary(t *testing.T) {
	for _, c := range []struct {
		name, more string
		proven     bool
		want       string
	}{
		{"nothing", "", true, "one goroutine does both"},
		{"unexported caller that nobody calls", "func forgotten(b *bank) { go b.ab() }", true, "one goroutine does both"},
		{"exported caller", "func Do(b *bank) { go b.ab() }", false, "other packages can call it"},
		{"method of an unexported type", "func (b *bank) Do() { go b.ab() }", false, "other packages can call it"},
		{"method of a generic type without instances", "type Set[T any] struct{ b *bank }\n\nfunc (s *Set[T]) Do() { go s.b.ab() }", false, "other packages can call it"},
		{"generic function without instances", "func Do[T any](b *bank) { go b.ab() }", false, "other packages can call it"},
		{"exported variable", "var Do = (*bank).ab", false, "its value is taken"},
		{"interface", "func Do() any { return &bank{} }", false, "through an interface"},
		{"type argument", "var pool sync.Map\n\nvar ptr = new(atomic.Pointer[bank])\n\nfunc use() { ptr.Load() }", false, "a generic function of another module can call it"},
		{"linker symbol", "//go:linkname do\nfunc do(b *bank) { go b.ab() }", false, "by its linker symbol"},
		{"initialisation", "func init() { go new(bank).ab() }", false, "no function is on all ways"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := library + c.more + "\n"
			text = strings.Replace(text, "import \"sync\"\n", "import (\n\t\"sync\"\n\t\"sync/atomic\"\n\t_ \"unsafe\"\n)\n\nvar _ atomic.Int32\n", 1)
			tc := testCase{dir: t.TempDir()}
			tc.write(t, "go.mod", "module example.com/m\n\ngo 1.26\n")
			tc.write(t, "bank.go", text)
			tc.write(t, "bank_test.go", itsTest)
			p, err := Load(context.Background(), load.Options{Dir: tc.dir, Patterns: []string{"."}, Tests: true})
			if err != nil {
				t.Fatal(err)
			}
			proof, refusals := p.Exclude(marked("bank.go", text))
			switch {
			case proof != nil && (!c.proven || !strings.Contains(proof.Why, c.want)):
				t.Errorf("proof: %s", proof.Why)
			case proof == nil && (c.proven || !strings.Contains(join(refusals), c.want)):
				t.Errorf("no proof: %s", join(refusals))
			}
		})
	}
}
