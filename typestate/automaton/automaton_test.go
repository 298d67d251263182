package automaton

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const file = `# The protocol of a file.
type os.File
also example.com/fs.File
ignore Name Fd
state open # as Open returns it
  Read Write -> open
  Close -> closed x3
state closed final

type T
state a final
`

func TestRoundTrip(t *testing.T) {
	list, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	want := `type os.File
also example.com/fs.File
ignore Fd Name
state open
  Read Write -> open
  Close -> closed x3
state closed final

type T
state a final
`
	if got := string(Format(list...)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a := list[0]
	if !a.Covers("example.com/fs.File") || a.Covers("T") {
		t.Error("Covers is wrong")
	}
	if !a.Accepts([]string{"Read", "Write", "Close"}) || a.Accepts([]string{"Read"}) || a.Accepts([]string{"Close", "Read"}) {
		t.Error("Accepts is wrong")
	}
	if s, at := a.Run([]string{"Read", "Close", "Read"}); s != NoState || at != 2 || a.StateName(s) != "b" {
		t.Errorf("Run gives %d at %d", s, at)
	}
}

// TestStatic reads and writes what only the static check needs.
func TestStatic(t *testing.T) {
	text := "type T\nnew os.Open\nnew net/http.Get .Body\nends Next false\nfailing final\ncancelled final\nstate s\n"
	list, err := Parse([]byte("type T\nnew os.Open net/http.Get .Body\nends Next false\nfailing final\ncancelled final\nstate s\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(Format(list...)); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	a := list[0]
	if !slices.Equal(a.Constructors, []Constructor{{"os.Open", ""}, {"net/http.Get", ".Body"}}) || !slices.Equal(a.Ends, []End{{"Next", "false"}}) || !a.Lenient || !a.Cancelled {
		t.Errorf("read %+v", a)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"state s":                             `line 1: "state" before any type; begin with a line like: type os.File`,
		"type":                                "line 1: a type is one word; write it like: type net/http.Response",
		"type T":                              "line 1: T has no state; write a line like: state open",
		"type T\n a -> b":                     "line 2: an edge before any state; write a line like: state open",
		"type T\nstate s\n a -> t":            "line 3: there is no state t; add it, or correct the name",
		"type T\nstate s\n a a -> s":          "line 3: state s has an edge for a already; keep one of them",
		"type T\nstate s\n -> s":              "line 3: an edge is METHOD ... -> STATE; write it like: Read Write -> open",
		"type T\nstate s\n a -> s 3":          `line 3: "3" is no count; write one like x3, or nothing`,
		"type T\nstate s\nstate s":            "line 3: state s is there already; put its edges together",
		"type T\nstate b":                     "line 2: b is the name of the bad state; choose another one",
		"type T\nstate s\ntype T":             "line 3: T has an automaton already; keep one of them",
		"type T\nstart s":                     `line 2: cannot read "start"; write type, also, ignore, new, ends, failing final, cancelled final, owner final, state or METHOD -> STATE`,
		"type T\nignore a\nstate s\na->b\x00": `line 4: "a->b\x00" is no word; remove what cannot be printed`,
		"type T\nnew .Body":                   "line 2: the field .Body belongs to no function; write it like: new net/http.Get .Body",
		"type T\nends Next":                   "line 2: an end is a method and true, false or error; write it like: ends Next false",
		"type T\nignore a\nstate s\na -> s":   "line 4: a of T is both ignored and on an edge; remove one of them",
	} {
		_, err := Parse([]byte(text))
		var e *Error
		if !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte("type T\nstate s final\n a b -> s x2\n"))
	f.Add([]byte("type T\nnew f g .Body (*m.T).M\nends Next false\nfailing final\ncancelled final\nstate s\n new ends -> s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(Format(list...))
		if err != nil {
			t.Fatalf("%v in what was written:\n%s", err, Format(list...))
		}
		if !bytes.Equal(Format(again...), Format(list...)) {
			t.Fatalf("changed from\n%s\nto\n%s", Format(list...), Format(again...))
		}
	})
}

func randomNFA(r *rand.Rand) *NFA {
	n := &NFA{States: make([]NState, 1+r.IntN(5))}
	for i := range n.States {
		n.States[i] = NState{Final: r.IntN(2) == 0, Edges: map[string]map[int]uint64{}}
		for range r.IntN(5) {
			m := string(rune('a' + r.IntN(2)))
			if n.States[i].Edges[m] == nil {
				n.States[i].Edges[m] = map[int]uint64{}
			}
			n.States[i].Edges[m][r.IntN(len(n.States))]++
		}
	}
	return n
}

// words are all sequences of a and b up to a length.
func words(n int) [][]string {
	list := [][]string{nil}
	for i := 0; i < len(list); i++ {
		if len(list[i]) < n {
			list = append(list, append(list[i][:len(list[i]):len(list[i])], "a"), append(list[i][:len(list[i]):len(list[i])], "b"))
		}
	}
	return list
}

// TestDeterminizeAndMinimize compares languages, and what is allowed next.
func TestDeterminizeAndMinimize(t *testing.T) {
	smaller := 0
	for seed := range uint64(500) {
		n := randomNFA(rand.New(rand.NewPCG(seed, 1)))
		d := n.Determinize()
		m := d.Minimize()
		if len(m.States) < len(d.States) {
			smaller++
		}
		for _, w := range words(7) {
			if want := n.Accepts(w); d.Accepts(w) != want || m.Accepts(w) != want {
				t.Fatalf("seed %d: %v: nfa %v, dfa %v, minimal %v", seed, w, want, d.Accepts(w), m.Accepts(w))
			}
			ds, _ := d.Run(w)
			ms, _ := m.Run(w)
			if (ds == NoState) != (ms == NoState) {
				t.Fatalf("seed %d: after %v the minimal automaton allows something else", seed, w)
			}
		}
		if again := m.Minimize(); !reflect.DeepEqual(again, m) {
			t.Fatalf("seed %d: minimizing twice gives\n%s\nafter\n%s", seed, Format(again), Format(m))
		}
		checkMinimal(t, seed, m)
	}
	if smaller < 50 {
		t.Errorf("only %d automata became smaller", smaller)
	}
}

// checkMinimal tells every two states apart by some word.
func checkMinimal(t *testing.T, seed uint64, m *Automaton) {
	t.Helper()
	from := func(s int, w []string) string {
		for _, x := range w {
			s = m.Step(s, x)
		}
		if s == NoState {
			return "bad"
		}
		return fmt.Sprint(m.States[s].Final)
	}
	for p := range m.States {
		for q := range p {
			same := true
			for _, w := range words(8) {
				same = same && from(p, w) == from(q, w)
			}
			if same && len(m.States) <= 8 {
				t.Fatalf("seed %d: states %d and %d are the same in\n%s", seed, q, p, Format(m))
			}
		}
	}
}

// TestDrawings compares with golden files, and reads the SVG as XML.
func TestDrawings(t *testing.T) {
	list, err := Parse([]byte("type a<b>.T\nstate s1\n connect -> s2\nstate s2\n get put -> s2\n close -> s3\nstate s3 final\n open -> s1\nstate far\n close -> s1\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{"drawing.dot": list[0].DOT(), "drawing.svg": list[0].SVG()} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs; run with -update and look at it", path)
		}
	}
	d := xml.NewDecoder(bytes.NewReader(list[0].SVG()))
	circles := 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "circle" {
			circles++
		}
	}
	if circles != 5 {
		t.Errorf("%d circles, want 4 states and a final one", circles)
	}
	if empty := (&Automaton{Type: "T"}).SVG(); !strings.HasPrefix(string(empty), "<svg ") {
		t.Error("no drawing of an empty automaton")
	}
}
