package search_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/passes/search"
)

// A source is a package in memory.
type source struct {
	file *ast.File
	pkg  *ssa.Package
	info *types.Info
}

// std has the types of package sync for all sources of a test, and their positions.
var stdFset = token.NewFileSet()
var std = importer.ForCompiler(stdFset, "source", nil)

func parse(t *testing.T, text string) *source {
	t.Helper()
	file, err := parser.ParseFile(stdFset, "a.go", text, parser.ParseComments)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pkg, info, err := ssautil.BuildPackage(&types.Config{Importer: std}, stdFset, types.NewPackage("a", "a"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &source{file, pkg, info}
}

// functions are those of the package with bodies, methods and literals among them.
func (s *source) functions() (list []*ssa.Function) {
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		list = append(list, fn)
		for _, inner := range fn.AnonFuncs {
			add(inner)
		}
	}
	for _, decl := range s.file.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok {
			add(s.pkg.Prog.FuncValue(s.info.Defs[d.Name].(*types.Func)))
		}
	}
	return list
}

func (s *source) function(t *testing.T, name string) *ssa.Function {
	for _, fn := range s.functions() {
		if fn.Name() == name {
			return fn
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

// at is the place of a mark in a comment.
func (s *source) at(mark string) token.Pos {
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if strings.TrimSpace(strings.TrimPrefix(c.Text, "//")) == mark {
				return c.Pos()
			}
		}
	}
	return token.NoPos
}

// ask asks about the function Root, between the marks held and at.
func (s *source) ask(t *testing.T, kind search.Kind) search.Answer {
	return search.New(s.pkg, s.functions()).Ask(search.Question{Kind: kind, Fn: s.function(t, "Root"), Held: s.at("held"), At: s.at("at")})
}

const head = `package a

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
)

var _ atomic.Bool
var _ = errors.New
var _ = fmt.Sprint
var _ = os.Exit

type S struct {
	mu  sync.Mutex
	rw  sync.RWMutex
	on  bool
	n   int
	c   chan int
	set bool
}

func (s *S) Set(b bool) { s.set = b }
`

// asked are functions with the answer to a question about them.
var asked = []struct {
	name string
	kind search.Kind
	want search.Answer
	text string
}{
	{"a flag that never changes", search.Leaked, search.Refuted, `func (s *S) Root() {
		if s.on { s.mu.Lock() // held
		}
		if s.on { s.mu.Unlock() } }`},
	{"a flag that another goroutine may change", search.Leaked, search.Reached, `func (s *S) Root() {
		if s.set { s.mu.Lock() // held
		}
		if s.set { s.mu.Unlock() } }`},
	{"two tests of a number", search.Leaked, search.Refuted, `func (s *S) Root(n int) {
		if n > 3 { s.mu.Lock() // held
		}
		if n >= 4 { s.mu.Unlock() } }`},
	{"two tests of a number that differ", search.Leaked, search.Reached, `func (s *S) Root(n int) {
		if n > 3 { s.mu.Lock() // held
		}
		if n > 4 { s.mu.Unlock() } }`},
	{"a dynamic type", search.Leaked, search.Refuted, `func (s *S) Root(v any) {
		switch v.(type) { case int: s.mu.Lock() // held
		}
		if _, ok := v.(int); ok { s.mu.Unlock() } }`},
	{"another dynamic type", search.Leaked, search.Reached, `func (s *S) Root(v any) {
		switch v.(type) { case int: s.mu.Lock() // held
		}
		if _, ok := v.(string); ok { s.mu.Unlock() } }`},
	{"a deferred function that looks at a variable", search.Leaked, search.Refuted, `func (s *S) Root(f func() error) (err error) {
		s.mu.Lock() // held
		done := false
		defer func() { if !done { s.mu.Unlock() } }()
		if err := f(); err != nil { return err }
		done = true
		s.mu.Unlock()
		return nil }`},
	{"a deferred function that looks at another one", search.Leaked, search.Reached, `func (s *S) Root(f func() error) (err error) {
		s.mu.Lock() // held
		done := false
		defer func() { if done { s.mu.Unlock() } }()
		if err := f(); err != nil { return err }
		done = true
		return nil }`},
	{"an object of a constructor", search.Repeated, search.Refuted, `type req struct{ locked bool }
	func newReq(b bool) *req { return &req{b} }
	func (s *S) do(r *req) { if !r.locked { s.mu.Lock() // at
		s.mu.Unlock() } }
	func (s *S) Root() { s.mu.Lock() // held
		s.do(newReq(true)); s.mu.Unlock() }`},
	{"another object of a constructor", search.Repeated, search.Reached, `type req struct{ locked bool }
	func newReq(b bool) *req { return &req{b} }
	func (s *S) do(r *req) { if !r.locked { s.mu.Lock() // at
		s.mu.Unlock() } }
	func (s *S) Root() { s.mu.Lock() // held
		s.do(newReq(false)); s.mu.Unlock() }`},
	{"an interface with one type", search.Leaked, search.Refuted, `type tx interface{ end() }
	type real struct{ s *S }
	func (r *real) end() { r.s.mu.Unlock() }
	func (s *S) begin() tx { s.mu.Lock() // held
		return &real{s} }
	func (s *S) Root() { s.begin().end() }`},
	{"an interface with another type", search.Leaked, search.Reached, `type tx interface{ end() }
	type real struct{ s *S }
	func (r *real) end() { r.s.mu.Unlock() }
	type none struct{}
	func (none) end() {}
	func (s *S) begin(b bool) tx { s.mu.Lock() // held
		if b { return none{} }
		return &real{s} }
	func (s *S) Root(b bool) { s.begin(b).end() }`},
	{"a variable that never returns", search.Unlocked, search.Refuted, `var exit = os.Exit
	func (s *S) Root() { s.mu.Lock()
		if s.n > 0 { s.mu.Unlock(); exit(1) }
		s.mu.Unlock() // at
	}`},
	{"a variable that may be another one", search.Unlocked, search.Reached, `var Exit = os.Exit
	func (s *S) Root() { s.mu.Lock()
		if s.n > 0 { s.mu.Unlock(); Exit(1) }
		s.mu.Unlock() // at
	}`},
	{"an error that is wrapped", search.Leaked, search.Refuted, `func (s *S) Root(n int) error {
		s.mu.Lock() // held
		var err error
		if n > 1 { err = fmt.Errorf("%d", n) }
		if err != nil { s.mu.Unlock(); return err }
		if n > 1 { return nil }
		s.mu.Unlock()
		return nil }`},
	{"a loop that keeps nothing", search.Leaked, search.Refuted, `func (s *S) Root(list []int) {
		for _, n := range list { s.mu.Lock() // held
			s.n += n
			s.mu.Unlock() } }`},
	{"a loop that makes a list longer", search.Leaked, search.Refuted, `func (s *S) Root(list []string) []string {
		var longer []string
		s.mu.Lock() // held
		for _, x := range list { longer = append(longer, x+"!") }
		s.mu.Unlock()
		return longer }`},
	{"a loop that is left with the lock", search.Leaked, search.Reached, `func (s *S) Root(list []int) {
		for _, n := range list { s.mu.Lock() // held
			if n == 3 { break }
			s.mu.Unlock() } }`},
	{"a loop that counts to where it unlocks", search.Leaked, search.Reached, `func (s *S) Root(n int) {
		s.mu.Lock() // held
		for i := 0; i < n; i++ { if i == 2 { s.mu.Unlock(); return } } }`},
	{"a panic that is recovered", search.Leaked, search.Open, `func (s *S) Root(b bool) (err error) {
		defer func() { if recover() != nil { s.mu.Unlock(); err = errors.New("x") } }()
		s.mu.Lock() // held
		if b { panic("x") }
		s.mu.Unlock()
		return nil }`},
	{"a panic that is recovered without the lock", search.Leaked, search.Reached, `func (s *S) Root(b bool) (err error) {
		defer func() { if recover() != nil { err = errors.New("x") } }()
		s.mu.Lock() // held
		if b { panic("x") }
		s.mu.Unlock()
		return nil }`},
	{"two objects", search.Leaked, search.Reached, `func (s *S) Root(o *S) { s.mu.Lock() // held
		o.mu.Unlock() }`},
	{"a TryLock that is asked", search.Leaked, search.Refuted, `func (s *S) Root() { if !s.mu.TryLock() { // held
			return }
		s.mu.Unlock() }`},
	{"a TryLock that is not asked", search.Leaked, search.Reached, `func (s *S) Root() { s.mu.TryLock() // held
		if s.on { s.mu.Unlock() } }`},
	{"the other mode", search.Leaked, search.Reached, `func (s *S) Root() { s.rw.RLock() // held
		s.rw.Unlock() }`},
	{"a callback that ends what it is given", search.Leaked, search.Refuted, `type tx struct { s *S; done bool }
	func (t *tx) End() { if !t.done { t.done = true; t.s.mu.Unlock() } }
	func (s *S) Root(f func(*tx)) { t := &tx{s: s}
		s.mu.Lock() // held
		f(t)
		t.End() }`},
	{"a callback that may keep the end from unlocking", search.Leaked, search.Reached, `type tx struct { s *S; done bool }
	func (t *tx) End() { if !t.done { t.done = true; t.s.mu.Unlock() } }
	func (t *tx) Forget() { t.done = true }
	func (s *S) Root(f func(*tx)) { t := &tx{s: s}
		s.mu.Lock() // held
		f(t)
		t.End() }`},
	{"a function of unknown code that locks", search.Leaked, search.Open, `func (s *S) free() { s.mu.Unlock() }
	func use(s *S) { end = s.free; other = func() { s.mu.Lock() } }
	var end, other func()
	func (s *S) Root() { s.mu.Lock() // held
		end() }`},
}

// unrefuted are functions that may return with the lock.
var unrefuted = map[string]string{
	"a sum that wraps around": `func (s *S) Root(k int8) { s.mu.Lock() // held
		if k > 0 && k+1 < 0 { return }; s.mu.Unlock() }`,
	"a difference that wraps around": `func (s *S) Root(a, b int) { s.mu.Lock() // held
		if a > b && a-b < 0 { return }; s.mu.Unlock() }`,
	"an integer that is cut": `func (s *S) Root(k int) { s.mu.Lock() // held
		if k > 1000 && int8(k) == 1 { return }; s.mu.Unlock() }`,
	"an integer of 32 bits": `func (s *S) Root(k int64) { s.mu.Lock() // held
		if int64(int(k)) != k { return }; s.mu.Unlock() }`,
	"a float that is no number": `func (s *S) Root(f float64) { s.mu.Lock() // held
		if f != f { return }; s.mu.Unlock() }`,
	"an interface with such a float": `func (s *S) Root(v any) { s.mu.Lock() // held
		if v != v { return }; s.mu.Unlock() }`,
	"a variable that other code stores to": `type fault struct{}
	func (*fault) Error() string { return "" }
	func (s *S) Root(err error) { s.mu.Lock() // held
		var f *fault
		errors.As(err, &f)
		if f != nil { return }; s.mu.Unlock() }`,
	"a variable that a literal stores to": `func (s *S) Root(o *sync.Once) { s.mu.Lock() // held
		done := false
		o.Do(func() { done = true })
		if done { return }; s.mu.Unlock() }`,
	"a variable whose address an unknown function gets": `func (s *S) Root(f func(*bool)) { s.mu.Lock() // held
		done := false
		f(&done)
		if done { return }; s.mu.Unlock() }`,
	"a generic function that stores": `func set[T any](p *T, v T) { *p = v }
	func (s *S) Root() { s.mu.Lock() // held
		n := 0
		set(&n, 7)
		if n == 7 { return }; s.mu.Unlock() }`,
	"a pointer to a field": `func (s *S) use() { s.Root(&s.on) }
	func (s *S) Root(p *bool) { s.mu.Lock() // held
		s.on = false
		*p = true
		if s.on { return }; s.mu.Unlock() }`,
	"a pointer to a struct in a struct": `type outer struct { in inner }
	type inner struct { on bool }
	func (s *S) Root(o *outer, i *inner) { s.mu.Lock() // held
		o.in.on = false
		i.on = true
		if o.in.on { return }; s.mu.Unlock() }`,
	"a variable that follows another one in a loop": `func (s *S) Root(n int) { s.mu.Lock() // held
		i, j := 0, 0
		for k := 0; k < n; k++ { if j == 1 { return }; j = i; i = 1 }
		s.mu.Unlock() }`,
	"a variable two turns after another one": `func (s *S) Root(n int) { s.mu.Lock() // held
		i, j, l := 0, 0, 0
		for k := 0; k < n; k++ { if l == 1 { return }; l = j; j = i; i = 1 }
		s.mu.Unlock() }`,
	"a field of a generic type": `type pair[T any] struct { on bool; v T }
	func (p *pair[T]) set(b bool) { p.on = b }
	func (s *S) Root(p *pair[int]) { if p.on { s.mu.Lock() // held
		}
		if p.on { s.mu.Unlock() } }`,
	"a field of an object that others know already": `type late struct { mu sync.Mutex; on bool }
	var lates = map[*late]bool{}
	func newLate() *late { l := &late{}
		lates[l] = true
		l.mu.Lock(); l.on = true; l.mu.Unlock()
		return l }
	func (s *S) Root(l *late) { if l.on { s.mu.Lock() // held
		}
		l.mu.Lock(); l.mu.Unlock()
		if l.on { s.mu.Unlock() } }`,
	"a method value that is stored": `func (s *S) take() { s.mu.Lock() // held
	}
	func (s *S) put() { s.mu.Unlock() }
	func (s *S) wire() { enter = s.take; leave = s.put }
	var enter, leave func()
	func (s *S) Root() { enter() }`,
	"a panic of the runtime": `func safe(f func()) { defer func() { _ = recover() }(); f() }
	func (s *S) Root(m map[int]int) { s.mu.Lock() // held
		fails := true
		safe(func() { m[1] = 1; fails = false })
		if fails { return }; s.mu.Unlock() }`,
	"an atomic variable that is waited for": `func (s *S) Root(ready *atomic.Bool) { s.set = false
		s.mu.Lock() // held
		for !ready.Load() {}
		if s.set { return }; s.mu.Unlock() }`,
}

// TestAskUnrefuted has functions whose way to the return needs more of the language and the library than the executor has.
func TestAskUnrefuted(t *testing.T) {
	for name, text := range unrefuted {
		if got := parse(t, head+text).ask(t, search.Leaked); got == search.Refuted {
			t.Errorf("%s: refuted", name)
		}
	}
}

func TestAsk(t *testing.T) {
	for _, a := range asked {
		if got := parse(t, head+a.text).ask(t, a.kind); got != a.want {
			t.Errorf("%s: answer %d, want %d", a.name, got, a.want)
		}
	}
}
