package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sharedBox = `package m

import "sync"

type Box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *Box[T]) Put(v T) { b.mu.Lock(); defer b.mu.Unlock(); b.v = v }
func (b *Box[T]) Take() T { b.mu.Lock(); defer b.mu.Unlock(); return b.v }
`

const sharedBoxTest = `package m

import (
	"sync"
	"testing"
)

func TestBox(t *testing.T) {
	b := &Box[int]{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); b.Put(1) }()
	go func() { defer wg.Done(); b.Take() }()
	wg.Wait()
}
`

// TestTypestateBadInput gives typestate files that are damaged, and types and
// methods that are not there: what is wrong is named, and nothing else is lost.
func TestTypestateBadInput(t *testing.T) {
	dir := module(t, "", "box.go", sharedBox, "box_test.go", sharedBoxTest,
		"bad.typestate", "type example.com/m.Box\nstate open\n  Put -> shut\n",
		"unknown.typestate", "type example.com/m.Bag\nstate open final\n  Put -> open\n",
		"bad.sequences", "deadlocklint sequences 1\ntype example.com/m.Box\n1 Put Take\nsum 00\n",
	)
	for _, c := range []struct {
		name   string
		args   []string
		status int
		words  []string
	}{
		{"damaged automata", []string{"check", "-automata=bad.typestate"}, 2, []string{"bad.typestate: line 3: there is no state shut"}},
		{"missing automata", []string{"check", "-automata=no.typestate"}, 2, []string{"no.typestate", "name a file with automata"}},
		{"damaged sequences", []string{"mine", "-sequences=bad.sequences"}, 1, []string{"bad.sequences: line 4: the sum does not match"}},
		{"unknown type", []string{"check", "-types=example.com/m.Bag", "-automata=unknown.typestate"}, 1, []string{"no call of a method"}},
		{"generic type", []string{"mine"}, 0, []string{"type example.com/m.Box", "Put", "Take"}},
		{"unknown automaton beside a known type", []string{"check", "-automata=unknown.typestate"}, 0,
			[]string{"the automaton of example.com/m.Bag is of no use", "1 automata"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"typestate"}, c.args...)
			call(t, append(args, "-C="+dir, ".")...).want(t, c.name, c.status, c.words...)
		})
	}
}

// TestTestWithDamagedProtocols runs test in a module whose file cannot be read.
func TestTestWithDamagedProtocols(t *testing.T) {
	dir := module(t, "", "box.go", sharedBox, "box_test.go", sharedBoxTest, automataFile, "type example.com/m.Box\nPut -> shut\n")
	call(t, "test", "-C="+dir, "-static=false", ".").want(t, "damaged automata", 2, automataFile+": line 2: an edge before any state")
}

// TestSave accumulates sequences where test finds them.
func TestSave(t *testing.T) {
	dir := module(t, "", "box.go", sharedBox, "box_test.go", sharedBoxTest)
	for range 2 {
		call(t, "typestate", "mine", "-save", "-C="+dir, ".").want(t, "mine", 0, "origin mined")
	}
	r := &protocolRun{sequences: sequencesFile, dir: dir}
	q, err := r.readSequences()
	if err != nil {
		t.Fatalf("%s: %v", filepath.Join(dir, sequencesFile), err)
	}
	n := uint64(0)
	for _, s := range q.Of("example.com/m.Box") {
		n += s.Count
	}
	if n != 2 {
		t.Errorf("%d sequences, want one of each run", n)
	}
	call(t, "test", "-C="+dir, "-static=false", ".").want(t, "test", 0)
}

// TestHTMLOfProtocols draws the automaton with the call that it forbids, and the
// same with nothing marked when it forbids none.
func TestHTMLOfProtocols(t *testing.T) {
	t.Parallel()
	dir := module(t, "", "box.go", sharedBox, "box_test.go", sharedBoxTest,
		"full.typestate", "type example.com/m.Box\nstate empty final\n  Put -> full\nstate full final\n  Put Take -> full\n",
		"any.typestate", "type example.com/m.Box\nstate any final\n  Put Take -> any\n",
	)
	const marked = "in state empty: Take, which is not allowed"
	for _, c := range []struct {
		automata string
		findings int
	}{{"full.typestate", 1}, {"any.typestate", 0}} {
		o := call(t, "typestate", "check", "-C="+dir, "-json", "-automata="+c.automata, "-types=example.com/m.Box", "-html=page.html", ".")
		page, err := os.ReadFile(filepath.Join(dir, "page.html"))
		if err != nil {
			t.Fatalf("%v: %s", err, o.err)
		}
		if len(o.Findings) != c.findings || strings.Contains(string(page), marked) != (c.findings > 0) {
			t.Errorf("%s: %d findings, marked in the page: %t", c.automata, len(o.Findings), strings.Contains(string(page), marked))
		}
		if !strings.Contains(string(page), "Orders of method calls") || len(o.Stats.Protocols) != 1 {
			t.Errorf("%s: the automaton is not among those of the page", c.automata)
		}
	}
	o := call(t, "typestate", "check", "-C="+dir, "-json", "-automata=full.typestate", "-types=example.com/m.Box", ".")
	if len(o.Findings) != 1 || o.Findings[0].Protocol != nil || o.Stats.Protocols != nil {
		t.Error("the document of -json tells the automaton without -html")
	}
}
