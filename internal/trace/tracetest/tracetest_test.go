package tracetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// checkEvents compares the events with lines of package wire's text form.
func checkEvents(t *testing.T, tr *Trace, want string) {
	t.Helper()
	var text strings.Builder
	if err := wire.WriteText(&text, &trace.Trace{Events: tr.Events}); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(text.String()), "\n")[1:] // without the header
	if w := strings.Split(strings.TrimSpace(want), "\n"); !reflect.DeepEqual(got, w) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(w, "\n"))
	}
}

func TestLines(t *testing.T) {
	tr := New(t, `
		t1 go t2            # a comment
		t1 lock a @f:12<main:7; t1 lock b +try; t1 unlock b; t1 unlock a
		t2 rlock r; t2 runlock r; t2 lock r; t2 unlock r
		t1 wgadd w 2; t1 wgadd w -1
		t1 makechan c 8; t1 send c @f:12<main:7; t1 sent c t2; t1 close c
		main test TestX; main testend TestX; t1 select 2 +try
		t1 acquire k timer; t1 folded 12; t1 oncedone o +first; t1 tryfail r +read`)
	checkEvents(t, tr, `
1 g1 go g2
2 g1 lock 0x10000 stack=0x1
3 g1 lock 0x10100 flags=try
4 g1 unlock 0x10100
5 g1 unlock 0x10000
6 g2 rlock 0x10200 flags=read,rw
7 g2 runlock 0x10200 flags=read,rw
8 g2 lock 0x10200 flags=rw
9 g2 unlock 0x10200 flags=rw
10 g1 wgadd 0x10300 n=2
11 g1 wgadd 0x10300 n=-1
12 g1 makechan 0x10400 aux=8
13 g1 send 0x10400 stack=0x1
14 g1 sent 0x10400 g=2
15 g1 close 0x10400
16 g3 test text=0x1
17 g3 testend text=0x1
18 g1 select aux=2 flags=try
19 g1 acquire 0x10500 n=4
20 g1 folded n=12
21 g1 oncedone 0x10600 flags=first
22 g1 tryfail 0x10200 flags=read,rw`)
	want := []trace.Frame{{Func: "f", File: "t.go", Line: 12}, {Func: "main", File: "t.go", Line: 7}}
	if got := tr.Stacks[1]; !reflect.DeepEqual(got, want) {
		t.Errorf("stack %v, want %v", got, want)
	}
	if tr.G("main") != 3 || tr.GName(3) != "main" || tr.Obj("r") != Addr(2) || tr.ObjName(Addr(2)) != "r" || tr.GName(9) != "g9" || tr.ObjName(5) != "0x5" {
		t.Errorf("names: %v %v", tr.gs, tr.objs)
	}
}

func TestJoinIsAWaitGroup(t *testing.T) {
	tr := New(t, "t1 go t2; t2 exit; t1 join t2; t1 exit")
	checkEvents(t, tr, `
1 g1 wgadd 0x10000 n=1
2 g1 go g2
3 g2 wgadd 0x10000 n=-1
4 g2 exit
5 g1 wgwait 0x10000
6 g1 wgdone 0x10000
7 g1 exit`)
}

func TestClassIsWhatObjectsDerives(t *testing.T) {
	for _, class := range []string{"p.T.mu", "example.com/x.y/p.Server.state.mu", "p.T.shards[].mu", "p.T.mus[]", "p.Var", "p.F.local"} {
		tr := New(t, "class a "+class+"; t1 rlock a; t1 runlock a")
		o := objects.New(tr.Trace)
		if in := o.Instance(1); in.Class() != class || in.Kind != trace.KindRWMutex {
			t.Errorf("class %q, kind %v, want %s", in.Class(), in.Kind, class)
		}
	}
}

func TestParseErrors(t *testing.T) {
	cases := map[string]string{
		"\nt1 lokc a":      "line 2: t1 lokc a: unknown operation",
		"t1":               "want GOROUTINE OPERATION",
		"t1 lock":          "want an object",
		"t1 lock a b":      "lock has no argument",
		"t1 wgadd a b":     "invalid syntax",
		"t1 wgadd a 1 2":   "too much: 2",
		"t1 lock a +wild":  "unknown flag",
		"t1 lock a @f":     "want @FUNC:LINE",
		"t1 unlock a @f:1": "unlock has no stack",
		"t1 acquire k x":   "unknown mechanism",
		"t1 alloc a":       "use a class statement",
		"t1 join":          "want: GOROUTINE join",
		"class a":          "want: class",
		"class a T":        "want PKG.TYPE.FIELD",
	}
	for lines, want := range cases {
		if _, err := Parse(lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", lines, err, want)
		}
	}
}

func TestCases(t *testing.T) {
	Run(t, "testdata/*.txtar", func(t *testing.T, c *Case) string {
		var b strings.Builder
		fmt.Fprintln(&b, c.Doc)
		for _, e := range c.Trace.Events {
			if e.Op.Info().Locks > 0 {
				fmt.Fprintf(&b, "%s takes %s\n", c.Trace.GName(e.G), c.Trace.ObjName(e.Obj))
			}
		}
		return b.String()
	})
}

func TestUpdateWritesExpect(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txtar")
	if err := os.WriteFile(path, []byte("doc\n-- trace --\nt1 lock a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := rewrite(path, "new\n"); err != nil {
		t.Fatal(err)
	}
	c, err := Load(path)
	if err != nil || c.Expect != "new\n" || c.Doc != "doc" || len(c.Trace.Events) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestLoadRefusesTheImpossible(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txtar")
	if err := os.WriteFile(path, []byte("-- trace --\nt1 unlock a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "no goroutine holds") {
		t.Errorf("error %v", err)
	}
}

// TestRandomIsWellFormed is also the test that Check accepts what is possible.
func TestRandomIsWellFormed(t *testing.T) {
	for seed := range uint64(1000) {
		o := Options{
			Threads: 1 + int(seed%5), Locks: int(seed % 4), RWLocks: int(seed / 4 % 3), Events: 1 + int(seed),
			Joins: seed%2 == 0, Tries: seed%3 == 0, Blocks: seed%5 != 0,
		}
		tr := Random(rand.New(rand.NewPCG(seed, 0)), o)
		if problems := trace.Check(tr.Events); len(problems) > 0 {
			t.Fatalf("seed %d: %v", seed, problems[0])
		}
		if n := len(tr.Events); n < o.Events || n > o.Events+60 {
			t.Errorf("seed %d: %d events, asked for about %d", seed, n, o.Events)
		}
		var b bytes.Buffer
		if err := wire.Write(&b, tr); err != nil {
			t.Fatal(err)
		}
		if got, err := wire.Read(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || !reflect.DeepEqual(got, tr) {
			t.Fatalf("seed %d: round trip: %v", seed, err)
		}
	}
}

func TestRandomIsAFunctionOfItsSeed(t *testing.T) {
	o := Options{RWLocks: 2, Joins: true, Tries: true, Blocks: true}
	a, b := Random(rand.New(rand.NewPCG(1, 2)), o), Random(rand.New(rand.NewPCG(1, 2)), o)
	if !reflect.DeepEqual(a, b) {
		t.Error("two runs differ")
	}
}

// What the generator can do should happen, or tests with it say little.
func TestRandomShowsEverything(t *testing.T) {
	seen := map[trace.Op]int{}
	for seed := range uint64(50) {
		for _, e := range Random(rand.New(rand.NewPCG(seed, 9)), Options{Locks: 2, RWLocks: 2, Events: 300, Joins: true, Tries: true, Blocks: true}).Events {
			seen[e.Op]++
		}
	}
	for _, op := range []trace.Op{trace.OpGo, trace.OpExit, trace.OpRequest, trace.OpRRequest, trace.OpLock, trace.OpRLock, trace.OpTryFail, trace.OpWGWait, trace.OpWGDone} {
		if seen[op] < 10 {
			t.Errorf("%v happened %d times", op, seen[op])
		}
	}
}
