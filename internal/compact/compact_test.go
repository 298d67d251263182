package compact

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

type kind uint8

type node struct {
	Name  string
	Kind  kind
	N     int
	Flag  bool
	Next  *node
	List  []node
	Words []string
	ByKey map[string]*node
	Set   map[string]bool
	own   int
}

// random is a tree of some nodes, in which few texts repeat.
func random(r *rand.Rand, depth int) node {
	word := func() string { return strings.Repeat("x", r.IntN(3)) + strconv.Itoa(r.IntN(5)) }
	n := node{Name: word(), Kind: kind(r.IntN(256)), N: r.IntN(100) - 50, Flag: r.IntN(2) == 0}
	for range r.IntN(3) {
		n.Words = append(n.Words, word())
	}
	if depth == 0 {
		return n
	}
	if r.IntN(2) == 0 {
		next := random(r, depth-1)
		n.Next = &next
	}
	for range r.IntN(3) {
		n.List = append(n.List, random(r, depth-1))
	}
	if r.IntN(2) == 0 {
		n.ByKey, n.Set = map[string]*node{"none": nil}, map[string]bool{word(): true, word(): false}
		for range r.IntN(3) {
			e := random(r, depth-1)
			n.ByKey[word()] = &e
		}
	}
	return n
}

func TestRoundTrip(t *testing.T) {
	for seed := range uint64(2000) {
		want := random(rand.New(rand.NewPCG(seed, 0)), 4)
		data, err := Append(nil, &want)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Append(nil, &want)
		if err != nil || !bytes.Equal(data, again) {
			t.Fatalf("seed %d: the bytes differ from one time to the next, %v", seed, err)
		}
		var got node
		if err := Decode(data, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: got %+v, want %+v, %v", seed, got, want, err)
		}
	}
}

func TestEqualTextsOnce(t *testing.T) {
	long := strings.Repeat("long", 100)
	data, err := Append(nil, &[]string{long, "other", long, long})
	if err != nil || bytes.Count(data, []byte(long)) != 1 {
		t.Errorf("%q, %v", data, err)
	}
}

func TestUnexportedIsLeft(t *testing.T) {
	data, err := Append([]byte("before"), &node{Name: "n", own: 7})
	if err != nil || !bytes.HasPrefix(data, []byte("before")) {
		t.Fatal(data, err)
	}
	got := node{own: 3}
	if err := Decode(data[len("before"):], &got); err != nil || got.own != 3 || got.Name != "n" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	for name, v := range map[string]any{
		"float":     &struct{ F float64 }{1},
		"interface": &struct{ I any }{1},
		"func":      &struct{ F func() }{func() {}},
		"map":       &struct{ M map[int]int }{map[int]int{1: 1}},
	} {
		if _, err := Append(nil, v); err == nil || !strings.HasPrefix(err.Error(), "compact: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamaged(t *testing.T) {
	want := random(rand.New(rand.NewPCG(1, 1)), 4)
	data, err := Append(nil, &want)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) {
		if err := Decode(data[:n], new(node)); err == nil {
			t.Errorf("%d of %d bytes are enough", n, len(data))
		}
	}
	if err := Decode(append(bytes.Clone(data), 0), new(node)); err == nil {
		t.Error("a byte too many is no error")
	}
	loop := append([]byte{0}, bytes.Repeat([]byte{1 << 4, 1}, maxDepth)...) // no texts; Next, and there is one
	if err := Decode(loop, new(node)); err == nil {
		t.Error("a value of any depth is read")
	}
}

// FuzzDecode checks that damaged input is an error and never a panic.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(5) {
		n := random(rand.New(rand.NewPCG(seed, 0)), 3)
		data, err := Append(nil, &n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var n node
		if Decode(data, &n) != nil {
			return
		}
		again, err := Append(nil, &n)
		if err != nil {
			t.Fatal(err)
		}
		var m node
		if err := Decode(again, &m); err != nil {
			t.Errorf("what was read is not read again: %v", err)
		}
	})
}
