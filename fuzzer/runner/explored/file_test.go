package explored

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func sample(shard int) *File {
	return &File{
		Header: Header{Version: Version, Module: "m", Go: "go1.26", Command: []string{"auto", "."}, Source: "abc", Shard: shard, Shards: 2},
		Results: []*explorer.Result{{
			Package: "m", Test: "TestA", Tally: explorer.Tally{Runs: 5, Weights: 2, Mean: 6}, Repeats: true,
			State:   explorer.State{Next: 10, Config: config.Config{Strategy: "icb", Depth: 2, Shards: 2, Shard: 1, Runs: 5}, Complete: true, Cut: shard == 1},
			Endings: []explorer.Ending{{End: boundary.Done}, {Run: shard, End: boundary.Deadlock, Class: 7}},
		}},
		Findings: []Finding{{Finding: report.Finding{ID: "f1"}, Decides: "more runs", Schedule: "text"}},
		End:      End{Stats: report.Stats{Processes: 1, Limits: []string{"one"}}, Failed: shard == 1},
	}
}

func TestRoundTrip(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.jsonl")
	if err := sample(1).Write(name); err != nil {
		t.Fatal(err)
	}
	got, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := sample(1); !reflect.DeepEqual(got.Header, want.Header) || !reflect.DeepEqual(got.Results, want.Results) || got.Findings[0].Schedule != "text" || !got.End.Failed {
		t.Errorf("got %+v", got)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(b) - 1 {
		if _, err := parse(b[:n]); err == nil {
			t.Fatalf("the first %d bytes are read as a file", n)
		}
	}
}

// TestOnce: a finding that its schedule holds as it is stands in the file once, and another one twice. Both are read as they were.
func TestOnce(t *testing.T) {
	told := report.Finding{ID: "f1", Message: "a deadlock", Replay: "deadlocklint replay f1.json"}
	text, err := json.Marshal(map[string]any{"format": "a schedule", "Finding": told})
	if err != nil {
		t.Fatal(err)
	}
	joined := told
	joined.Also = []report.Other{{ID: "f2"}}
	for _, c := range []struct {
		name     string
		finding  report.Finding
		schedule string
		times    int
	}{
		{"as it is", told, string(text), 1}, {"joined since", joined, string(text), 2}, {"without a schedule", told, "", 1}, {"with another text", told, "text", 1},
	} {
		f := sample(0)
		f.Findings = []Finding{{Finding: c.finding, Decides: "more runs", Schedule: c.schedule}}
		name := filepath.Join(t.TempDir(), "f.jsonl")
		if err := f.Write(name); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(name)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if n := strings.Count(string(b), "a deadlock"); n != c.times {
			t.Errorf("%s: it stands there %d times, want %d", c.name, n, c.times)
		}
		if !reflect.DeepEqual(got.Findings, f.Findings) {
			t.Errorf("%s: %+v, want %+v", c.name, got.Findings, f.Findings)
		}
	}
}

func TestMerge(t *testing.T) {
	m, err := Merge([]string{"a", "b"}, []*File{sample(0), sample(1)})
	if err != nil {
		t.Fatal(err)
	}
	r := m.Results[0]
	if len(m.Results) != 1 || r.Runs != 10 || r.Weights != 4 || r.Mean != 6 || len(r.Endings) != 2 || !r.State.Complete || !r.State.Cut {
		t.Errorf("result %+v", r)
	}
	if len(m.Findings) != 1 || m.Report()[0].Decides != "more runs" || m.End.Stats.Processes != 2 || len(m.End.Stats.Limits) != 1 || !m.End.Failed {
		t.Errorf("findings %+v, end %+v", m.Findings, m.End)
	}
	if strings.Contains(r.State.Config.String(), "shard") {
		t.Error(r.State.Config)
	}
	one := sample(0)
	one.Header.Shards = 0
	if _, err := Merge([]string{"a"}, []*File{one}); err == nil || !strings.Contains(err.Error(), "is no shard") {
		t.Error(err)
	}
}

// TestMergeKeepsWhatHappened: a shard has a candidate, and the other shard a run that came to it. The order of the
// files does not matter.
func TestMergeKeepsWhatHappened(t *testing.T) {
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		candidate, happened := sample(order[0]), sample(order[1])
		candidate.Findings[0].Schedule, candidate.Findings[0].Status = "", report.StatusPredicted
		happened.Findings[0].Status = report.StatusConfirmed
		files := []*File{nil, nil}
		files[order[0]], files[order[1]] = candidate, happened
		m, err := Merge([]string{"a", "b"}, files)
		if err != nil {
			t.Fatal(err)
		}
		if list := m.Report(); len(list) != 1 || list[0].Status != report.StatusConfirmed {
			t.Errorf("shards %v: findings %+v", order, list)
		}
	}
}

func FuzzParse(f *testing.F) {
	name := filepath.Join(f.TempDir(), "f.jsonl")
	if err := sample(1).Write(name); err != nil {
		f.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"header":{"deadlocklint_explored":2,"Shards":1}}` + "\n" + `{"test":{}}` + "\n" + `{"end":{}}`))
	f.Add([]byte(`{"header":{"deadlocklint_explored":2,"Shards":9000000000000000000}}` + "\n" + `{"end":{}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := parse(b)
		if err == nil {
			_, _ = Merge([]string{"f"}, []*File{file})
		}
	})
}
