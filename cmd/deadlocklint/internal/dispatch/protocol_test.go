package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

const sharedBox = `package m

import "sync"

type Box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *Box[T]) Put(v T) { b.mu.Lock(); defer b.mu.Unlock(); b.v = v }
func (b *Box[T]) Take() T { b.mu.Lock(); defer b.mu.Unlock(); v := b.v; b.v = *new(T); return v }
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

// TestTestWithDamagedProtocols runs test in a module whose file cannot be read.
func TestTestWithDamagedProtocols(t *testing.T) {
	dir := moduletest.Module(t, "", "box.go", sharedBox, "box_test.go", sharedBoxTest, sources.AutomataFile, "type example.com/m.Box\nPut -> shut\n")
	call(t, "test", "-C="+dir, "-static=false", ".").want(t, "damaged automata", 2, sources.AutomataFile+": line 2: an edge before any state")
}

const commentedStore = `package store

// A Store holds things.
//
//deadlocklint:typestate state open
//deadlocklint:typestate   Put -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Store struct{ n int }

func (s *Store) Put()   { s.n++ }
func (s *Store) Close() {}
`

// storeTest is a test of a package that imports the store.
func storeTest(body string) string {
	return "package m\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/store\"\n)\n\nfunc TestStore(t *testing.T) {\n\ts := &store.Store{}\n" + body + "}\n"
}

// TestDamagedProtocolInComment names the line.
func TestDamagedProtocolInComment(t *testing.T) {
	dir := moduletest.Module(t, "", "store/store.go", strings.Replace(commentedStore, "-> closed", "-> shut", 1), "m_test.go", storeTest("\ts.Close()\n"))
	const want = "store/store.go:5: the protocol of Store: line 3 of it: there is no state shut"
	call(t, "test", "-C="+dir, "-static=false", ".").want(t, "test", 2, want)
	call(t, "typestate", "check", "-C="+dir, ".").want(t, "check", 2, want)
}

// TestTypesBesideThoseOfTheModule checks a type in a module whose file is about
// another one: calls are told once, by one of the two.
func TestTypesBesideThoseOfTheModule(t *testing.T) {
	dir := moduletest.Module(t, "", "box.go", sharedBox, "box_test.go", sharedBoxTest, "store/store.go", commentedStore,
		"m_test.go", storeTest("\ts.Close()\n\ts.Put()\n"), sources.AutomataFile, "type example.com/m.Box\nstate any final\n  Put Take -> any\n")
	doc, status, errs := invoke(t, "typestate", "check", "-json", "-types=example.com/m/store.Store", "-C="+dir, ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 {
		t.Errorf("exit status %d, %d findings, want 1\n%s", status, len(doc.Findings), errs)
	}
}

// TestShowOfPackages shows what test would check: a comment wins over the file.
func TestShowOfPackages(t *testing.T) {
	dir := moduletest.Module(t, "", "store/store.go", commentedStore, "m_test.go", storeTest("\ts.Put()\n"),
		sources.AutomataFile, "type example.com/m/store.Store\nstate any final\n  Put -> any\n\ntype example.com/m.Box\nstate any final\n  Put Take -> any\n")
	call(t, "typestate", "show", "-C="+dir, "./...").want(t, "show", 0, "type example.com/m/store.Store\nstate open\n", "type example.com/m.Box")
	call(t, "typestate", "show", "-C="+dir, sources.AutomataFile).want(t, "a file", 0, "type example.com/m/store.Store\nstate any final")
	call(t, "typestate", "show", "-C="+moduletest.Module(t, "", "box.go", sharedBox), "./...").want(t, "none", 2, "no automaton in comments")
}
