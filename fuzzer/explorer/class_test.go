package explorer

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

func classes(runs int, orders ...uint64) (c Classes) {
	for _, o := range orders {
		runs += 2
		c.List = append(c.List, Class{runs, o})
	}
	return c
}

// A class that two processes came to counts once, where it came first.
func TestClassesOfTwoProcesses(t *testing.T) {
	t.Parallel()
	var c Classes
	c.Then(classes(0, 5, 6), 0)
	c.Then(classes(0, 6, 7, 5|1<<60), 10)
	want := []Class{{2, 5}, {4, 6}, {14, 7}}
	if !slices.Equal(c.List, want) || c.More {
		t.Errorf("%v, want %v", c, want)
	}
	c.Then(classes(0, 8), 3) // of a process whose first runs did not count
	if last := c.List[len(c.List)-1]; last != (Class{14, 8}) {
		t.Errorf("last class %v", last)
	}
}

// After the limit nothing is counted, and the result says so.
func TestClassesLimit(t *testing.T) {
	t.Parallel()
	var all Classes
	for i := range boundary.MaxClasses {
		all.List = append(all.List, Class{i, uint64(i)})
	}
	var c Classes
	if c.Then(all, 0); c.More || len(c.List) != boundary.MaxClasses {
		t.Errorf("%d classes, more: %t", len(c.List), c.More)
	}
	if c.Then(classes(0, 3), 0); c.More {
		t.Error("a known class is more")
	}
	if c.Then(classes(0, boundary.MaxClasses+1), 0); !c.More || len(c.List) != boundary.MaxClasses {
		t.Errorf("%d classes, more: %t", len(c.List), c.More)
	}
}

func TestClassesJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []Classes{{}, classes(0, 1, 1<<48-1, 77), {List: []Class{{0, 1}, {0, 2}, {1 << 30, 3}}, More: true}} {
		b, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var got Classes
		if err := json.Unmarshal(b, &got); err != nil || !slices.Equal(got.List, c.List) || got.More != c.More {
			t.Errorf("%v became %v, %v", c, got, err)
		}
	}
	for _, text := range []string{`"AAE"`, `"AAEBAgM="`, `7`, `"////////////////////////"`, `"` + strings.Repeat("AAAAAAAA", boundary.MaxClasses) + `"`} {
		if err := json.Unmarshal([]byte(text), &Classes{}); err == nil {
			t.Errorf("%.30s is taken", text)
		}
	}
}

// The file of places may be shorter than that of the choices.
func TestParsePlaces(t *testing.T) {
	t.Parallel()
	b := append(boundary.Bytes(
		boundary.Place{Seq: 1, Stack: 2, Object: 3, G: 4, Flags: boundary.PlaceRuns | boundary.PlaceFailed},
		boundary.Place{Flags: boundary.PlaceYields | boundary.PlaceEnded | boundary.PlaceCut},
	), make([]byte, 5)...)
	want := []Place{{Seq: 1, Stack: 2, Object: 3, G: 4, Runs: true, Failed: true}, {Yields: true, Ended: true, Cut: true}}
	if got := parsePlaces(b, 9); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := parsePlaces(b, 1); !slices.Equal(got, want[:1]) {
		t.Errorf("%v, want %v", got, want[:1])
	}
}
