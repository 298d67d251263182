package compact

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// randomMap is a map of values that have texts in common.
func randomMap(r *rand.Rand) map[string]*node {
	m := map[string]*node{}
	for i := range r.IntN(5) {
		n := random(r, 3)
		m[fmt.Sprint("key", i)] = &n
	}
	return m
}

func TestMapRoundTrip(t *testing.T) {
	for seed := range uint64(1000) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		want := randomMap(rnd)
		data, err := AppendMap([]byte("before"), want)
		if err != nil || !bytes.HasPrefix(data, []byte("before")) {
			t.Fatal(data, err)
		}
		again, err := AppendMap([]byte("before"), want)
		if err != nil || !bytes.Equal(data, again) {
			t.Fatalf("seed %d: the bytes differ from one time to the next, %v", seed, err)
		}
		m, err := OpenMap[node](data[len("before"):])
		if err != nil {
			t.Fatal(err)
		}
		keys := slices.Sorted(m.Keys())
		if !slices.Equal(keys, slices.Sorted(maps.Keys(want))) {
			t.Fatalf("seed %d: keys %q", seed, keys)
		}
		rnd.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		for _, key := range append(keys, "none") { // in any order
			if got, err := m.Get(key); err != nil || !reflect.DeepEqual(got, want[key]) {
				t.Fatalf("seed %d: %s: got %+v, want %+v, %v", seed, key, got, want[key], err)
			}
		}
	}
}

func TestMapLeavesOutNil(t *testing.T) {
	data, err := AppendMap(nil, map[string]*node{"nil": nil, "one": {Name: "n"}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := OpenMap[node](data)
	if err != nil || len(slices.Collect(m.Keys())) != 1 {
		t.Error(m, err)
	}
}

func TestDamagedMap(t *testing.T) {
	n := random(rand.New(rand.NewPCG(1, 1)), 4)
	data, err := AppendMap(nil, map[string]*node{"key": &n})
	if err != nil {
		t.Fatal(err)
	}
	for size := range len(data) {
		if _, err := OpenMap[node](data[:size]); err == nil {
			t.Errorf("%d of %d bytes are enough", size, len(data))
		}
	}
	if _, err := OpenMap[node](append(bytes.Clone(data), 0)); err == nil {
		t.Error("a byte too many is no error")
	}
	m, err := OpenMap[node](append(data[:len(data)-1:len(data)-1], 0xff))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Get("key"); err == nil {
		t.Error("a damaged element is no error")
	}
}

// FuzzOpenMap checks that damaged input is an error and never a panic, and that what is read can be written.
func FuzzOpenMap(f *testing.F) {
	for seed := range uint64(5) {
		data, err := AppendMap(nil, randomMap(rand.New(rand.NewPCG(seed, 0))))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := OpenMap[node](data)
		if err != nil {
			return
		}
		read := map[string]*node{}
		for key := range m.Keys() {
			if n, err := m.Get(key); err == nil {
				read[key] = n
			}
		}
		if _, err := AppendMap(nil, read); err != nil {
			t.Error(err)
		}
	})
}
