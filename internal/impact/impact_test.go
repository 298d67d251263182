package impact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

func points(t *testing.T, hunks ...Hunk) *Points {
	t.Helper()
	dir := fixture.Source(t, "m")
	list, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax}, ".")
	if err != nil || packages.PrintErrors(list) > 0 {
		t.Fatal(err)
	}
	return Of(list, dir, hunks)
}

// text writes ranges as q for queue.go, o for other.go and s for store.go, with lines.
func text(list []Range) string {
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "%c%d-%d ", r.File[0], r.From, r.To)
	}
	return strings.TrimSpace(b.String())
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name                       string
		hunk                       Hunk
		line, method, class, field string
	}{
		{"nothing", Hunk{File: "gone.go", From: 1, To: 9}, "", "", "", ""},
		{"line of a method", Hunk{File: "queue.go", From: 13, To: 13}, "q13-13", "q11-15", "q11-15 q17-17", "q13-13 q21-21"},
		{"synchronisation added", Hunk{File: "queue.go", From: 12, To: 12}, "q11-15", "q11-15", "q11-15 q17-17", "q12-14 q21-21"},
		{"synchronisation deleted", Hunk{File: "queue.go", From: 14, To: 13, Deleted: []string{"\tq.mu.RLock()"}}, "q11-15", "q11-15", "q11-15 q17-17", "q12-14 q21-21"},
		{"a plain line deleted", Hunk{File: "queue.go", From: 14, To: 13, Deleted: []string{"\tv++"}}, "q13-14", "q11-15", "q11-15 q17-17", "q12-14 q21-21"},
		{"a callee's field", Hunk{File: "queue.go", From: 20, To: 20}, "q20-20", "q19-22", "q1-26", "o5-5 q17-17"},
		{"a field that a call through an interface reaches", Hunk{File: "store.go", From: 14, To: 14}, "s14-14", "s13-15", "s1-18", "s7-7 s17-17"},
		{"a variable", Hunk{File: "queue.go", From: 26, To: 26}, "q26-26", "q26-26", "q1-26", "q26-26"},
		{"a field's declaration", Hunk{File: "queue.go", From: 8, To: 8}, "q8-8", "", "q11-15 q17-17", "o5-5 q17-17"},
		{"a function of another file", Hunk{File: "other.go", From: 3, To: 3}, "o3-3", "o3-3", "o1-5", "q26-26"},
	} {
		p := points(t, c.hunk)
		for _, w := range []struct {
			match Match
			want  string
		}{{Match{Line, true}, c.line}, {Match{Method, false}, c.method}, {Match{Class, false}, c.class}, {Match{Field, false}, c.field}} {
			if got := text(p.Ranges(w.match)); got != w.want {
				t.Errorf("%s, part %d: %q, want %q", c.name, w.match.Part, got, w.want)
			}
		}
	}
}

func TestParseMatch(t *testing.T) {
	for name, want := range map[string]Match{
		"C": {Class, false}, "CO": {Class, true}, "M": {Method, false}, "MO": {Method, true}, "L": {Line, false}, "LO": {Line, true}, "F": {Field, false},
	} {
		if got, err := ParseMatch(name); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "O", "FO", "X", "LL", "l"} {
		if _, err := ParseMatch(name); err == nil || !strings.Contains(err.Error(), "use C,") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestMerged compares with a set of lines.
func TestMerged(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var list []Range
		set := map[int]bool{}
		for range r.IntN(8) {
			from := 1 + r.IntN(20)
			list = append(list, Range{"f", from, from + r.IntN(4)})
			for l := from; l <= list[len(list)-1].To; l++ {
				set[l] = true
			}
		}
		got, last := merged(list), -1
		for _, m := range got {
			if m.From <= last+1 {
				t.Fatalf("%v became %v", list, got)
			}
			for last = m.From; last <= m.To; last++ {
				if !set[last] {
					t.Fatalf("%v became %v", list, got)
				}
				delete(set, last)
			}
			last--
		}
		if len(set) > 0 || !slices.IsSortedFunc(got, func(a, b Range) int { return a.From - b.From }) {
			t.Fatalf("%v became %v", list, got)
		}
	}
}

func TestSynchronises(t *testing.T) {
	for line, want := range map[string]bool{
		"mu.Lock()": true, "defer c.mu.Unlock()": true, "ch <- 1": true, "v := <-ch": true, "go func() {": true, "select {": true,
		"if v, ok := <-ch; ok {": true, "close(done)": true, "wg.Add(1)": true, "var c chan int": true,
		"x := 1": false, "fmt.Println(lock)": false, "// mu.Lock()": false, "}": false, "": false, "lock := 3": false,
	} {
		if synchronises(line) != want {
			t.Errorf("%q: %t", line, !want)
		}
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
