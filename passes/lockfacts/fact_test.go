package lockfacts

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func sample() *Fact {
	l := newLayer("p")
	l.funcs.sums["p.F"] = &Summary{
		Events:   []Event{{Op: trace.OpLock, Obj: syncop.AccessPath{Root: "P0", Path: ".mu", Types: "p.T|.mu|sync.Mutex"}, Site: Site{Func: "p.F", Pos: "p/f.go:3"}}},
		Outcomes: []Outcome{{Net: []HeldLock{{Lock: syncop.AccessPath{Root: "P0", Path: ".mu"}}}, Returns: []ReturnValue{{Const: "nil"}}}},
	}
	l.store("F:p.T.f", StoredFunc{Func: "p.b"}, StoredFunc{Func: "p.a"})
	l.Edges = []Edge{{From: Lock{Node: "a"}, To: Lock{Node: "b"}, Gates: []Gate{{Node: "g"}}}}
	below := newLayer("below")
	below.Writers = []string{"w"}
	return &Fact{layers: []*layer{below, l}}
}

func TestFactRoundTrip(t *testing.T) {
	data, err := sample().GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := sample().GobEncode()
	if err != nil || !bytes.Equal(data, again) {
		t.Fatal("the encoding differs from one time to the next", err)
	}
	got := &Fact{}
	if err := got.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	if packed, err := got.GobEncode(); err != nil || !bytes.Equal(packed, data) {
		t.Error("what nobody needed is written otherwise than it was read", err)
	}
	for i, want := range sample().layers {
		want.identify()
		l := got.layers[i]
		sums, err := l.funcs.all()
		if err := l.unpack(); err != nil {
			t.Fatal(err)
		}
		if err != nil || l.pkg != want.pkg || len(sums) != len(want.funcs.sums) || len(sums) > 0 && !reflect.DeepEqual(sums, want.funcs.sums) {
			t.Errorf("%s: got %+v, want %+v, %v", l.pkg, sums, want.funcs.sums, err)
		}
		if !reflect.DeepEqual(l.Edges, want.Edges) || !reflect.DeepEqual(l.Writers, want.Writers) || len(l.Stores) != len(want.Stores) || len(l.Stores) > 0 && !reflect.DeepEqual(l.Stores, want.Stores) {
			t.Errorf("%s: got %+v, want %+v", l.pkg, l.content, want.content)
		}
	}
}

// TestDamagedFact shows that a fact that cannot be unpacked is an error with what to do, whatever is damaged,
// but not before its first use.
func TestDamagedFact(t *testing.T) {
	data, err := sample().GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(data); n++ {
		f := &Fact{}
		if err := f.GobDecode(data[:n]); err != nil {
			t.Fatal(err)
		}
		whole := len(f.layers) == 1 && f.damaged == nil // the first of two, and no more
		if text := f.String(); !whole && !strings.HasSuffix(text, "run go clean -cache") {
			t.Errorf("%d of %d bytes: it says of itself %s", n, len(data), text)
		}
	}
	f := &Fact{layers: []*layer{packedLayer("p", packed{[]byte("no content"), []byte("no functions")})}}
	k := newKnown()
	k.of(f)
	if k.unite() == nil {
		t.Error("damaged content is no error")
	}
	if k.summary("p.F") != nil || k.err == nil {
		t.Error("damaged functions are no error")
	}
}

// FuzzGobDecode checks that damaged facts are an error and never a panic.
func FuzzGobDecode(f *testing.F) {
	data, err := sample().GobEncode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &Fact{}
		if err := got.GobDecode(data); err != nil {
			t.Fatal(err)
		}
		_ = got.String()
	})
}

func TestParallel(t *testing.T) {
	for _, c := range []struct {
		a, b []string
		want bool
	}{
		{[]string{"main"}, []string{"main"}, false},
		{[]string{"main"}, []string{"go x"}, true},
		{[]string{"go x"}, []string{"go x"}, false},
		{[]string{"go x*"}, []string{"go x*"}, true},
		{[]string{"*"}, []string{"*"}, true},
		{nil, []string{"*"}, false},
	} {
		if got := Parallel(c.a, c.b); got != c.want {
			t.Errorf("%v %v: %t", c.a, c.b, got)
		}
	}
}
