package spinlock

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// In each text, the functions whose names begin with "take" or "Take" are locks,
// and no others.
var texts = map[string]string{
	"test and set": `
type spin struct{ state atomic.Int32; flag atomic.Bool; word uint32 }
const free, taken = 0, 1
func (s *spin) takeMethod() { for !s.state.CompareAndSwap(0, 1) { runtime.Gosched() } }
func (s *spin) takeFlag() { for !s.flag.CompareAndSwap(false, true) { } }
func (s *spin) takeFunction() { for !atomic.CompareAndSwapUint32(&s.word, free, taken) { } }
func (s *spin) takeSwap() { for s.flag.Swap(true) { } }
func (s *spin) takeSwapped() { for atomic.SwapUint32(&s.word, 1) == 1 { time.Sleep(1) } }
func (s *spin) takeSwappedZero() { for s.state.Swap(1) != 0 { } }
func (s *spin) takeBody() { for { if s.state.CompareAndSwap(0, 1) { return }; runtime.Gosched() } }
func (s *spin) takeBreak() { for { if s.state.CompareAndSwap(0, 1) { break } }; println() }
func (s *spin) takeContinue() { for { if !s.state.CompareAndSwap(0, 1) { continue }; return } }
func (s *spin) takeElse() { for { if s.state.Load() != 0 || !s.state.CompareAndSwap(0, 1) { runtime.Gosched() } else { return } } }
func (s *spin) takeTested() { for { for s.state.Load() != 0 { }; if s.state.CompareAndSwap(0, 1) { return } } }
func (s *spin) takeVariable() { for { ok := s.state.CompareAndSwap(0, 1); if ok { return } } }
func (s *spin) takeInit() { for { if old := s.state.Swap(1); old == 0 { return } } }
func (s *spin) takeBackoff() { n := 1; for !s.state.CompareAndSwap(0, 1) { for i := 0; i < n; i++ { if i > 3 { break } }; if n < 16 { n <<= 1 } } }
func (s *spin) takeOwner(me int32) { for !s.state.CompareAndSwap(0, me) { } }
func (s *spin) takeSwitch() { for { switch { case true: break }; if s.state.CompareAndSwap(0, 1) { return } } }
func (s *spin) takeLabelled() { again: for { for { if s.state.CompareAndSwap(0, 1) { break again }; continue again } } }
func (s *spin) try() bool { return s.state.CompareAndSwap(0, 1) }
func (s *spin) tries() bool { for i := 0; i < 10; i++ { if s.state.CompareAndSwap(0, 1) { return true } }; return false }
func (s *spin) until(d func() bool) bool { for { if s.state.CompareAndSwap(0, 1) { return true }; if d() { return false } } }
func (s *spin) context(c chan int) bool { for { select { case <-c: return false; default: }; if s.state.CompareAndSwap(0, 1) { return true } } }
func (s *spin) later() { go func() { for !s.state.CompareAndSwap(0, 1) { } }() }
func (s *spin) busy() { for s.state.Load() != 0 { runtime.Gosched() } }
func (s *spin) goto_() { for { if s.state.CompareAndSwap(0, 1) { return }; goto out }; out: }
func (s *spin) unlock() { s.state.Store(0); s.flag.Store(false); atomic.StoreUint32(&s.word, free) }
`,
	"count": `
type rw struct{ n atomic.Int32; bits uint64 }
const writer = 1 << 31
func (l *rw) takeRead() { for { n := l.n.Load(); if n >= 0 && l.n.CompareAndSwap(n, n+1) { return } } }
func (l *rw) takeReadContinue() { for { n := l.n.Load(); if n < 0 { runtime.Gosched(); continue }; if l.n.CompareAndSwap(n, n+1) { return } } }
func (l *rw) takeBit() { for { b := atomic.LoadUint64(&l.bits); if b&1 == 0 && atomic.CompareAndSwapUint64(&l.bits, b, b|1) { break } }; println() }
func (l *rw) counter() { for { n := l.n.Load(); if l.n.CompareAndSwap(n, n+1) { return } } }
func (l *rw) bounded() bool { for { n := l.n.Load(); if n > 10 { return false }; if l.n.CompareAndSwap(n, n+1) { return true } } }
func (l *rw) maximum(v int32) { for n := l.n.Load(); n < v && !l.n.CompareAndSwap(n, v); n = l.n.Load() { } }
func (l *rw) unlock() { l.n.Add(-1); atomic.AndUint64(&l.bits, ^uint64(1)) }
`,
	"ticket": `
type ticket struct{ next, serving atomic.Uint32; a, b uint32 }
func (t *ticket) takeTicket() { my := t.next.Add(1) - 1; for t.serving.Load() != my { runtime.Gosched() } }
func (t *ticket) takeFunction() { my := atomic.AddUint32(&t.a, 1); for { if atomic.LoadUint32(&t.b) == my { return } } }
func (t *ticket) unlock() { t.serving.Add(1); atomic.AddUint32(&t.b, 1) }
`,
	"queue": `
type node struct{ locked atomic.Bool; next atomic.Pointer[node] }
type mcs struct{ tail atomic.Pointer[node] }
func (m *mcs) takeMCS(n *node) { n.locked.Store(true); if p := m.tail.Swap(n); p != nil { p.next.Store(n); for n.locked.Load() { runtime.Gosched() } } }
func (m *mcs) takeCLH(n *node) { p := m.tail.Swap(n); for p.locked.Load() { } }
func (m *mcs) unlock(n *node) { if m.tail.CompareAndSwap(n, nil) { return }; n.next.Load().locked.Store(false) }
`,
	"generic": `
type spin[T any] struct{ state atomic.Int32; v T }
func (s *spin[T]) takeGeneric() { for !s.state.CompareAndSwap(0, 1) { } }
func (s *spin[T]) unlock() { s.state.Store(0) }
var state atomic.Int32
func takeFunctionGeneric[T any](T) { for !state.CompareAndSwap(0, 1) { } }
`,
	"never given back": `
type once struct{ done atomic.Bool }
func (o *once) do() { for !o.done.CompareAndSwap(false, true) { } }
`,
	"other types": `
type list struct{ items []int }
func (l *list) Swap(i, j int) { }
func (l *list) Add(i int) { for !l.Load(i) { } }
func (l *list) Load(i int) bool { return true }
func (l *list) sort() { for { l.Swap(1, 2); if l.Load(1) { return } } }
`,
}

func parse(t *testing.T, text string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package p\n"+text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFind(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			f := parse(t, text)
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
	for _, text := range texts {
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
