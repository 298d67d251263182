package lockfacts

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func sample() *Fact {
	f := newFact()
	f.Packages = []string{"p"}
	f.Funcs["p.F"] = &Summary{
		Events:   []Event{{Op: trace.OpLock, Obj: syncop.Place{Root: "P0", Path: ".mu", Types: "p.T|.mu|sync.Mutex"}, Site: Site{Func: "p.F", Pos: "p/f.go:3"}}},
		Outcomes: []Outcome{{Net: []Held{{Lock: syncop.Place{Root: "P0", Path: ".mu"}}}, Rets: []Ret{{Const: "nil"}}}},
	}
	f.store("F:p.T.f", Stored{Func: "p.b"}, Stored{Func: "p.a"})
	f.Edges = []Edge{{From: Lock{Node: "a"}, To: Lock{Node: "b"}, Gates: []Gate{{Node: "g"}}}}
	return f
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
	got := newFact()
	if err := got.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	if packed, err := got.GobEncode(); err != nil || !bytes.Equal(packed, data) {
		t.Error("what nobody needed is written otherwise than it was read", err)
	}
	if err := got.unpack(); err != nil {
		t.Fatal(err)
	}
	want := sample()
	want.identify()
	if !reflect.DeepEqual(got.Funcs, want.Funcs) || !reflect.DeepEqual(got.Edges, want.Edges) || !reflect.DeepEqual(got.Stores, want.Stores) {
		t.Errorf("got %+v, want %+v", got, want)
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
		got := newFact()
		if err := got.GobDecode(data); err != nil {
			t.Fatal(err)
		}
		_ = got.unpack()
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
