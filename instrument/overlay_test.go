package instrument

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"sync"
	"testing"
)

const head = `package main

import (
	"sync"
	"sync/atomic"
)

var _ atomic.Bool

type Queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	limit  int
	closed bool
	index  map[string]int
	next   *Queue
	check  func() bool
	watch  *bool
}

func (q *Queue) full() bool { return len(q.items) >= q.limit }

func (q *Queue) busy() bool { q.mu.Lock(); defer q.mu.Unlock(); return q.closed }

func main() {}

`

// forms are functions with conditions: how many of them are found, and the
// words with which one is given up.
var forms = []struct {
	name, body string
	inferred   int
	writes     int
	givenUp    string
}{
	{"an annotation", "func (q *Queue) f() {\n//deadlocklint:condition len(q.items) == 0 && !q.closed\nfor q.busy() { q.cond.Wait() }; q.closed = true }", 1, 1, ""},
	{"an annotation that does not compile", "func (q *Queue) f() {\n//deadlocklint:condition q.nothing == 0\nfor q.busy() { q.cond.Wait() } }", 0, 0, "does not compile"},
	{"an annotation that is none", "func (q *Queue) f() {\n//deadlocklint:condition for\nfor q.busy() { q.cond.Wait() } }", 0, 0, "no expression"},
	{"for with a method", `func (q *Queue) put(v int) { q.mu.Lock(); for q.full() { q.cond.Wait() }; q.items = append(q.items, v); q.mu.Unlock() }`, 1, 1, ""},
	{"if", `func (q *Queue) f() { q.mu.Lock(); if !q.closed { q.cond.Wait() }; q.mu.Unlock() }`, 1, 0, ""},
	{"conjunction", `func (q *Queue) f() { for len(q.items) == 0 && !q.closed { q.cond.Wait() }; q.items = q.items[1:] }`, 1, 1, ""},
	{"a loop that is left first", `func (q *Queue) f() int { q.mu.Lock(); defer q.mu.Unlock(); for { if len(q.items) > 0 { return q.items[0] }; q.cond.Wait() } }`, 1, 0, ""},
	{"a loop that is left by break", `func (q *Queue) f() { for { if q.closed { break }; q.cond.Wait() }; q.closed = false }`, 1, 1, ""},
	{"a return behind the Wait", `func (q *Queue) f() bool { for q.limit > 3 { q.cond.Wait(); if q.closed { return false } }; return true }`, 1, 0, ""},
	{"nil", `func (q *Queue) f() { for q.next == nil { q.cond.Wait() }; q.next = nil }`, 1, 1, ""},
	{"a map", `func (q *Queue) f() { for len(q.index) > 2 { q.cond.Wait() }; q.index["a"] = 1; delete(q.index, "a") }`, 1, 2, ""},
	{"a guarded Signal with else", `func (q *Queue) f() { if q.full() { q.limit--; q.cond.Signal() } else { q.limit-- } }`, 1, 2, ""},
	{"if and else that return", `func (q *Queue) f() int { if q.closed { q.cond.Broadcast(); return 1 } else { return 2 } }`, 1, 0, ""},
	{"none, under a lock of its own", `func (q *Queue) f() { q.mu.Lock(); q.limit++; q.cond.Wait(); q.mu.Unlock() }`, 0, 0, ""},
	{"none, in a block", `func (q *Queue) f() { q.mu.Lock(); { q.cond.Wait() }; q.mu.Unlock() }`, 0, 0, ""},
	{"a return in front of it", `func (q *Queue) f() { q.mu.Lock(); if q.closed { q.mu.Unlock(); return }; q.cond.Wait(); q.mu.Unlock() }`, 0, 0, "is not in this function"},
	{"a lock that the caller has", `func (q *Queue) f() { q.cond.Wait() }`, 0, 0, "is not in this function"},
	{"a captured variable", `func f() { var mu sync.Mutex; c := sync.NewCond(&mu); done := false; go func() { mu.Lock(); done = true; c.Signal(); mu.Unlock() }(); mu.Lock(); for !done { c.Wait() }; mu.Unlock() }`, 1, 2, ""},
	{"an atomic", `type A struct { c *sync.Cond; stop atomic.Bool; n atomic.Int32 }; func (a *A) f() { for !a.stop.Load() && a.n.Load() < 3 { a.c.Wait() }; a.stop.Store(true); a.n.Add(1); if a.n.Add(-1) > 0 { return } }`, 1, 2, ""},
	{"an atomic behind a pointer", `type A struct { c *sync.Cond; stop *atomic.Bool }; func (a *A) f() { for !a.stop.Load() { a.c.Wait() } }`, 0, 0, "calls a function"},
	{"behind what may be nil", `func (q *Queue) f() { for q.next != nil && !q.next.closed { q.cond.Wait() }; q.next.closed = true }`, 1, 1, ""},
	{"a write through a call", `func (q *Queue) last() *Queue { return q }; func (q *Queue) f() { for !q.closed { q.cond.Wait() }; q.last().closed = true }`, 0, 0, "through a call"},
	{"an embedded Cond", `type E struct { sync.Cond; n int }; func (e *E) f() { for e.n == 0 { e.Wait() }; e.n += 2 }`, 1, 1, ""},
	{"several variables at once", `func (q *Queue) f() { for q.limit == 0 && !q.closed { q.cond.Wait() }; q.limit, q.closed = 1, true }`, 1, 2, ""},
	{"a condition that locks", `func (q *Queue) f() { for q.busy() { q.cond.Wait() } }`, 0, 0, "calls a function"},
	{"a function value", `func (q *Queue) f() { for q.check() { q.cond.Wait() } }`, 0, 0, "calls a function"},
	{"an element", `func (q *Queue) f() { for q.items[0] == 0 { q.cond.Wait() } }`, 0, 0, "something else than a map"},
	{"a map element", `func (q *Queue) f(k string) { for q.index["a"] == 0 || q.index[k] > 2 { q.cond.Wait() }; q.index[k]++; q.index["b"] = 3; delete(q.index, k) }`, 1, 3, ""},
	{"a map element that is not always read", `func (q *Queue) f() { if !q.closed && q.index["a"] > 0 { q.cond.Signal() } }`, 0, 0, "does not always read"},
	{"a map element behind another condition of a Wait", `func (q *Queue) f() { for !q.closed && q.index["a"] > 0 { q.cond.Wait() } }`, 1, 0, ""},
	{"a map element under a call", `func (q *Queue) name() string { return "a" }; func (q *Queue) f() { for q.index[q.name()] == 0 { q.cond.Wait() } }`, 0, 0, "through a call"},
	{"a map written under a call", `func (q *Queue) name() string { return "a" }; func (q *Queue) f() { for q.index["a"] == 0 { q.cond.Wait() }; q.index[q.name()] = 1 }`, 0, 0, "asked for twice"},
	{"a map that is cleared", `func (q *Queue) f() { for q.index["a"] == 0 { q.cond.Wait() }; clear(q.index) }`, 0, 0, "cleared"},
	{"a map of structures", `type M struct { c *sync.Cond; m map[int]Queue }; func (m *M) f() { for m.m[1].closed { m.c.Wait() } }`, 0, 0, "through a call, an index"},
	{"an interface", `func f(c *sync.Cond, x interface{ Ready() bool }) { for !x.Ready() { c.Wait() } }`, 0, 0, "calls a function"},
	{"a pointer", `func (q *Queue) f() { for *q.watch { q.cond.Wait() } }`, 0, 0, "no simple expression"},
	{"an address that is taken", `func (q *Queue) f() { q.watch = &q.closed; for !q.closed { q.cond.Wait() } }`, 0, 0, "address is taken"},
	{"no condition", `func (q *Queue) f() { q.mu.Lock(); q.cond.Wait(); q.mu.Unlock() }`, 0, 0, ""},
	{"goto", `func (q *Queue) f() { again: for !q.closed { q.cond.Wait(); goto again } }`, 1, 0, ""},
	{"a write by a case of a select", `func (q *Queue) f(c chan bool) { for !q.closed { q.cond.Wait() }; select { case q.closed = <-c: default: } }`, 0, 0, "a case of a select writes"},
	{"an assignment by range", `func (q *Queue) f() { for q.limit == 0 { q.cond.Wait() }; for q.limit = range 3 { } }`, 0, 0, "a range writes"},
	{"a write in the head of an if", `func (q *Queue) f() { for q.limit == 0 { q.cond.Wait() }; if q.limit = 3; q.closed { } }`, 0, 0, "head of a statement"},
	{"a write behind each round", `func (q *Queue) f() { for q.limit == 0 { q.cond.Wait() }; for ; q.closed; q.limit++ { } }`, 0, 0, "head of a statement"},
	{"a write in the head of a switch", `func (q *Queue) f() { for q.limit == 0 { q.cond.Wait() }; switch q.limit = 3; q.closed { } }`, 0, 0, "head of a statement"},
	{"a map that is written in a head", `func (q *Queue) f() { for q.index["a"] == 0 { q.cond.Wait() }; if q.index["a"] = 3; q.closed { } }`, 0, 0, "head of a statement"},
	{"a write at a label", `func (q *Queue) f() { for q.limit == 0 { q.cond.Wait() }; goto set; set: q.limit = 3 }`, 0, 0, "at a label"},
	{"a generic type", `type G[T any] struct { c *sync.Cond; items []T }; func (g *G[T]) f(v T) { for len(g.items) == 0 { g.c.Wait() }; g.items = append(g.items, v) }; func use() { (&G[int]{}).f(1); (&G[string]{}).f("") }`, 1, 1, ""},
	{"values of a type parameter", `type G[T comparable] struct { c *sync.Cond; x, y T }; func (g *G[T]) f() { for g.x != g.y { g.c.Wait() } }`, 0, 0, "neither a number nor"},
	{"a number of a type parameter", `type G[T ~int] struct { c *sync.Cond; x T }; func (g *G[T]) f() { for g.x > 2 { g.c.Wait() } }`, 0, 0, "neither a number nor"},
	{"two interfaces", `type I struct { c *sync.Cond; x, y any }; func (i *I) f() { for i.x != i.y { i.c.Wait() } }`, 0, 0, "neither a number nor"},
	{"two pointers", `func (q *Queue) f() { for q.next == q.next.next { q.cond.Wait() } }`, 0, 0, "neither a number nor"},
	{"an interface and nil", `type I struct { c *sync.Cond; err error }; func (i *I) f() { for i.err == nil { i.c.Wait() }; i.err = nil }`, 1, 1, ""},
	{"a function value and nil", `func (q *Queue) f() { for q.check == nil { q.cond.Wait() }; q.check = nil }`, 1, 1, ""},
	{"a difference without sign", `type U struct { c *sync.Cond; n uint8 }; func (u *U) f() { for u.n-1 < 3 { u.c.Wait() } }`, 0, 0, "have no sign"},
	{"a string", `type S struct { c *sync.Cond; s string }; func (s *S) f() { for len(s.s) == 0 { s.c.Wait() }; s.s += "a" }`, 1, 1, ""},
	{"the length of a channel", `type C struct { c *sync.Cond; ch chan int }; func (c *C) f() { for len(c.ch) == 0 { c.c.Wait() } }`, 0, 0, "changes without a write"},
	{"a receive", `type C struct { c *sync.Cond; ch chan bool }; func (c *C) f() { for <-c.ch { c.c.Wait() } }`, 0, 0, "uses <-"},
	{"a constant", `func (q *Queue) f() { for true { q.cond.Wait() } }`, 0, 0, "no variable"},
}

func TestForms(t *testing.T) {
	var bodies []string
	for _, c := range forms {
		bodies = append(bodies, c.body)
	}
	m := overlayOf(t, "1.24", bodies, Options{})
	for i, c := range forms {
		p := m.part(i)
		if p.conditions != c.inferred {
			t.Errorf("%s: %d conditions found, want %d; given up: %q", c.name, p.conditions, c.inferred, p.givenUp)
		}
		if !strings.Contains(p.givenUp, c.givenUp) || c.givenUp == "" && p.givenUp != "" {
			t.Errorf("%s: given up: %q, want %q", c.name, p.givenUp, c.givenUp)
		}
		if p.writes != c.writes {
			t.Errorf("%s: %d writes, want %d", c.name, p.writes, c.writes)
		}
		if c.inferred > 0 {
			checkRewritten(t, m.replaced, p.file, head+c.body)
		}
	}
}

// gateForms are functions with gates: how many of them are made visible, and how
// many writes.
var gateForms = []struct {
	name, body    string
	gates, writes int
}{
	{"a send", `func (q *Queue) f(c chan int) { if q.limit > 0 { c <- q.limit }; q.limit = 3 }`, 1, 1},
	{"a send of what a call returns", `func (q *Queue) f(c chan bool) { if q.limit > 0 { c <- q.busy() }; q.limit = 3 }`, 1, 1},
	{"a receive with two results", `func (q *Queue) f(c chan int) { if q.closed { v, ok := <-c; _, _ = v, ok }; q.closed = true }`, 1, 1},
	{"a close", `func (q *Queue) f(c chan int) { q.mu.Lock(); defer q.mu.Unlock(); if !q.closed { q.closed = true; close(c) } }`, 1, 1},
	{"a select", `func (q *Queue) f(c chan int) { if q.limit > 0 { select { case <-c: default: } }; q.limit = 1 }`, 1, 1},
	{"else", `func (q *Queue) f(c chan int) { if q.limit > 0 { c <- 1 } else { q.limit = 1 } }`, 1, 1},
	{"Done", `func (q *Queue) f(wg *sync.WaitGroup) { if !q.closed { wg.Done() }; q.closed = true }`, 1, 1},
	{"Wait of a field", `type W struct { wg sync.WaitGroup; on atomic.Bool }; func (w *W) f() { if w.on.Load() { w.wg.Wait() }; w.on.Store(true) }`, 1, 1},
	{"a loop", `func (q *Queue) f(c chan int) { for !q.closed { <-c }; q.closed = true }`, 1, 1},
	{"a way out in front of it", `func (q *Queue) f(c chan int) { q.mu.Lock(); if q.closed { q.mu.Unlock(); return }; q.closed = true; q.mu.Unlock(); c <- 1 }`, 1, 1},
	{"a way out with a result", `func (q *Queue) f(c chan int) int { if q.closed { return 1 }; q.closed = true; return func() int { v := <-c; return v }() + 1 }`, 0, 0},
	{"a captured variable", `func f(c chan int) { done := false; go func() { if !done { c <- 1 } }(); done = true }`, 1, 2},
	{"what nobody else sees", `func f(c chan int) { for i := range 3 { n := i; if n > 1 { c <- 1 }; n = 2 } }`, 0, 0},
	{"what nobody writes", `func (q *Queue) f(c chan int) { if q.limit > 0 { c <- 1 } }`, 0, 0},
	{"a body that leaves", `func (q *Queue) f(c chan int) { if q.closed { c <- 1; return }; q.closed = true }`, 0, 0},
	{"a loop with more in it", `func (q *Queue) f(c chan int) { for !q.closed { <-c; q.limit++ }; q.closed = true }`, 0, 0},
	{"a Wait of something else", `type W struct{}; func (W) Wait() {}; func (q *Queue) f(w W) { if q.closed { w.Wait() }; q.closed = true }`, 0, 0},
	{"a call", `func (q *Queue) f(c chan int) { if q.busy() { c <- 1 }; q.closed = true }`, 0, 0},
}

func TestGates(t *testing.T) {
	var bodies []string
	for _, c := range gateForms {
		bodies = append(bodies, strings.ReplaceAll(c.body, "range 3", "range []int{1, 2}"))
	}
	m := overlayOf(t, "1.17", bodies, Options{})
	for i, c := range gateForms {
		p := m.part(i)
		if p.gates != c.gates || p.writes != c.writes {
			t.Errorf("%s: %d gates and %d writes, want %d and %d", c.name, p.gates, p.writes, c.gates, c.writes)
		}
		if c.gates > 0 {
			checkRewritten(t, m.replaced, p.file, head+bodies[i])
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// checkRewritten type-checks a file of the overlay against the real package
// conditions, and makes sure that no line moved.
func checkRewritten(t *testing.T, replaced map[string]string, name, original string) {
	t.Helper()
	text, err := os.ReadFile(replaced[name])
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), "\n") != strings.Count(original, "\n")+1 {
		t.Error("lines moved")
	}
	imp := sources()
	f, err := parser.ParseFile(imp.fset, name, text, 0)
	if err == nil {
		_, err = (&types.Config{Importer: imp}).Check("main", imp.fset, []*ast.File{f}, nil)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// sources imports packages from their sources, each once.
var sources = sync.OnceValue(func() *withConditions {
	fset := token.NewFileSet()
	return &withConditions{std: importer.ForCompiler(fset, "source", nil), fset: fset}
})

// withConditions imports package conditions from its template.
type withConditions struct {
	std        types.Importer
	fset       *token.FileSet
	conditions *types.Package // nil until it is imported
}

func (i *withConditions) Import(path string) (*types.Package, error) {
	if path != "_deadlocklint/conditions" {
		return i.std.Import(path)
	}
	if i.conditions != nil {
		return i.conditions, nil
	}
	f, err := parser.ParseFile(i.fset, "../fuzzer/goroot/template/conditions/conditions.go.txt", nil, 0)
	if err != nil {
		return nil, err
	}
	conf := &types.Config{Importer: i.std, IgnoreFuncBodies: true, Error: func(error) {}}
	i.conditions, _ = conf.Check(path, i.fset, []*ast.File{f}, nil) // its functions without bodies are the runtime's
	return i.conditions, nil
}
