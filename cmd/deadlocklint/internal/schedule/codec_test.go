package schedule

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// random is a schedule with one of the three contents.
func random(r *rand.Rand) *Schedule {
	s := &Schedule{
		Format: format, Version: Version, Go: "go1.26.8", Module: "example.com/m", Root: "/m", Package: "example.com/m/a b", Test: true,
		Args: []string{"-test.run=^TestX$/two three", "word"}, Dir: "a b", Replay: Build{Kind: KindTest, Build: []string{"-tags=x y"}},
		Finding: report.Finding{ID: "0123456789abcdef", Check: "schedule", Dynamic: &report.Dynamic{Tries: r.IntN(9)}},
	}
	switch r.IntN(3) {
	case 0:
		s.Plan = randomPlan(r)
	case 1:
		s.Calls = &Calls{Packages: []string{"."}, Tests: []string{"TestX"}, Steps: []Step{{G: r.Uint64(), At: "m.go:3", Count: r.Uint32()}}, Automaton: "type T\n", At: "m.go:4"}
	default:
		s.Choices = randomChoices(r)
	}
	return s
}

func randomPlan(r *rand.Rand) *Plan {
	p := &Plan{Serial: r.IntN(2) == 0, Seed: r.Uint64()}
	p.Pauses.N, p.Pauses.UseContext = 1+r.IntN(pauses.MaxEdges), r.IntN(2) == 0
	for i := range p.Pauses.N {
		p.Pauses.Edges[i] = pauses.Edge{G: r.Uint64(), Lock: r.Uint64(), Read: r.IntN(2) == 0, Context: [pauses.MaxContext]uint64{r.Uint64()}, N: 1}
	}
	if r.IntN(2) == 0 {
		p.End = &confirm.End{Known: map[uint64]bool{r.Uint64(): true}, Timed: true}
	}
	return p
}

func randomChoices(r *rand.Rand) *explorer.Choices {
	c := &explorer.Choices{Test: "TestX", Run: r.IntN(100) - 1, Seed: r.Uint64(), Fresh: r.IntN(2) == 0, Behind: r.IntN(2) == 0, Own: r.IntN(2) == 0, Now: r.Int64(), Sites: []string{"", "r1f,w2;wabc"}[r.IntN(2)]}
	for range r.IntN(50) {
		c.Steps = append(c.Steps, explorer.Step{Goroutine: r.IntN(5), Op: trace.Op(r.IntN(20)), Enabled: r.IntN(256), Object: r.Uint32N(9)})
	}
	if r.IntN(2) == 0 {
		c.Early = []record.EarlyTimer{{After: 10 * time.Millisecond, Stall: time.Second, Pos: "a b/c_test.go:7"}}
	}
	return c
}

// A schedule of each content is read as it was written, and its seal holds. A text that was changed is read, and not own.
func TestRoundTrip(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		s := random(r)
		text, err := s.encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := Parse(text)
		if err != nil || !got.Own() {
			t.Fatalf("%v\n%s", err, text)
		}
		same(t, s, got)
		got, err = Parse([]byte(strings.Replace(string(text), "two three", "two four", 1)))
		if err != nil || got.Own() {
			t.Fatalf("a changed text: %v, own %t", err, got.Own())
		}
	}
}

// same compares two schedules, without their seals and without the difference of a list that is nil or empty.
func same(t *testing.T, s, got *Schedule) {
	t.Helper()
	a, b := *s, *got
	a.own, b.own, a.Seal, b.Seal = false, false, "", ""
	for _, x := range []*Schedule{&a, &b} {
		if x.Choices != nil && len(x.Choices.Steps) == 0 {
			x.Choices.Steps = nil
		}
	}
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("wrote %+v\nread  %+v", a, b)
	}
}

// A file has one content, of the kind that its program has.
func TestContent(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, c := range map[string]struct {
		change func(s *Schedule)
		words  string
	}{
		"none":                 {func(s *Schedule) { s.Choices = nil }, "has no plan in it"},
		"two":                  {func(s *Schedule) { s.Plan = randomPlan(r) }, "has no plan in it"},
		"choices of a program": {func(s *Schedule) { s.Replay.Kind, s.Test = KindRun, false }, "of no test"},
		"no test":              {func(s *Schedule) { s.Choices.Test = "" }, "name no test"},
		"flag that writes":     {func(s *Schedule) { s.Args = []string{"-test.cpuprofile=x"} }, "no argument of choices"},
		"two dashes":           {func(s *Schedule) { s.Args = []string{"--test.run=x"} }, "no argument of choices"},
		"sites":                {func(s *Schedule) { s.Choices.Sites = "PATH=x" }, "should be here"},
		"plan of nothing":      {func(s *Schedule) { s.Choices, s.Plan = nil, &Plan{} }, "has no plan in it"},
		"older":                {func(s *Schedule) { s.Version = Version - 1 }, "older deadlocklint"},
		"newer":                {func(s *Schedule) { s.Version = Version + 1 }, "newer deadlocklint"},
	} {
		s := random(r)
		s.Plan, s.Calls, s.Choices = nil, nil, randomChoices(r)
		c.change(s)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Keep writes what another machine has written, byte by byte, and nothing else.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	text, err := json.Marshal(random(rand.New(rand.NewPCG(7, 8))))
	if err != nil {
		t.Fatal(err)
	}
	replay, err := Keep(dir, "1", text)
	if err != nil {
		t.Fatal(err)
	}
	name, ok := FileOf(replay)
	if b, err := os.ReadFile(name); !ok || err != nil || string(b) != string(text) {
		t.Errorf("%s keeps %q, %v", name, b, err)
	}
	for id, text := range map[string]string{"../1": string(text), `a\b`: string(text), "2": "{}"} {
		if _, err := Keep(dir, id, []byte(text)); err == nil {
			t.Errorf("%s is kept", id)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// FuzzParse: what is read is written and read again as the same schedule, and no text ends the process.
func FuzzParse(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		text, err := json.MarshalIndent(random(r), "", "\t")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Parse(b)
		if err != nil {
			return
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if repeated, err := json.Marshal(again); err != nil || string(repeated) != string(text) {
			t.Fatalf("%v\n%s\n%s", err, text, repeated)
		}
	})
}
