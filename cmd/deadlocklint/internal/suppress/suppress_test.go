package suppress

import (
	"bytes"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

const (
	idA = "000000000000000a"
	idB = "000000000000000b"
	idC = "000000000000000c"
)

func waiting(id string, places ...string) report.Finding {
	f := report.Finding{ID: id, Check: checks.LockOrder, Status: report.StatusConfirmed, Pos: places[0]}
	for _, p := range places {
		f.Goroutines = append(f.Goroutines, report.Goroutine{Steps: []report.Step{{Pos: "x.go:1:1"}, {Pos: p}}})
	}
	return f
}

// held is a finding whose goroutine has locked at one place and waits at another.
func held(id, locks, waits string) report.Finding {
	f := waiting(id, waits)
	f.Goroutines[0].Steps[0].Pos = locks
	return f
}

func formerly(f report.Finding, id string) report.Finding {
	f.Former = []string{id}
	return f
}

const source = `package x

//deadlocklint:ignore lockorder they never meet
func f() {
	lock() //deadlocklint:ignore cycle the first is released by then
	lock() //deadlocklint:ignore cycle
	lock() //deadlocklint:ignore 000000000000000c only this one
	_ = "//deadlocklint:ignore cycle in a string"
	lock()
}
`

func TestComments(t *testing.T) {
	for _, c := range []struct {
		name string
		f    report.Finding
		want bool
	}{
		{"the analyzer's name, line before", waiting(idA, "x.go:4:1"), true},
		{"the check's name, same line", waiting(idA, "x.go:5:2"), true},
		{"at another side", waiting(idA, "x.go:99:1", "x.go:5:2"), true},
		{"its id", waiting(idC, "x.go:7:2"), true},
		{"another id, after one without a reason", waiting(idA, "x.go:7:2"), false},
		{"in a string", waiting(idA, "x.go:9:2"), false},
		{"where a goroutine has locked", held(idA, "x.go:5:2", "x.go:10:1"), true},
		{"a former id", formerly(waiting(idA, "x.go:7:2"), idC), true},
		{"no comment", waiting(idA, "x.go:10:1"), false},
		{"a file that is gone", waiting(idA, "y.go:5:2"), false},
		{"no position", waiting(idA, ""), false},
	} {
		r := Rules{
			Source:   func(file string) []byte { return map[string][]byte{"x.go": []byte(source)}[file] },
			Analyzer: func(checks.Name) string { return "lockorder" },
		}
		list := []report.Finding{c.f}
		if r.Apply(list); list[0].Suppressed != c.want {
			t.Errorf("%s: suppressed %t by %q", c.name, list[0].Suppressed, list[0].SuppressedBy)
		}
	}
}

// TestUselessComments: a report that a comment silences nothing is dropped where the comment silences a finding of another
// package, also at a call that the message names. The others name the place at which a report of the check is.
func TestUselessComments(t *testing.T) {
	useless := func(pos string) report.Finding {
		return report.Finding{ID: idB, Check: checks.Directives, Message: "remove it", Pos: pos, Static: &report.Static{}}
	}
	for _, c := range []struct {
		name    string
		calls   []string
		comment string
		want    string // the message of the report about the comment, "" for none
	}{
		{"at a call", []string{"x.go:5:2"}, "x.go:5:9", ""},
		{"elsewhere", []string{"x.go:20:2"}, "x.go:3:1", "the comment silences nothing: a report of its check is at x.go:20; write the comment there"},
	} {
		f := waiting(idA, "other.go:30:1")
		f.Static, f.Calls = &report.Static{}, c.calls
		r := Rules{
			Source:   func(file string) []byte { return map[string][]byte{"x.go": []byte(source)}[file] },
			Analyzer: func(checks.Name) string { return "lockorder" },
		}
		list := r.Apply([]report.Finding{f, useless(c.comment)})
		if list[0].Suppressed != (c.want == "") || len(list) == 2 != (c.want != "") || len(list) == 2 && list[1].Message != c.want {
			t.Errorf("%s: %+v", c.name, list)
		}
	}
}

func TestAnIDIsSilentEverywhere(t *testing.T) {
	silenced := waiting(idA, "x.go:1:1")
	silenced.Suppressed, silenced.SuppressedBy = true, "comment: why not"
	list := []report.Finding{waiting(idA, "y.go:1:1"), silenced, waiting(idB, "y.go:1:1"), waiting(idC, "y.go:1:1")}
	b, err := ReadBaseline(strings.NewReader(header+"\n"+idB+" cycle\n"), "base")
	if err != nil {
		t.Fatal(err)
	}
	Rules{Baseline: b, Old: map[string]bool{idC: true}, Since: "v1"}.Apply(list)
	for i, want := range []string{"comment: why not", "comment: why not", "baseline", "not new since v1"} {
		if !list[i].Suppressed || list[i].SuppressedBy != want {
			t.Errorf("%d: suppressed by %q, want %q", i, list[i].SuppressedBy, want)
		}
	}
}

func TestBaselineIsSortedAndWithoutLines(t *testing.T) {
	commented := waiting(idC, "c.go:1:1")
	commented.Suppressed, commented.SuppressedBy = true, "comment: why not"
	var b, again bytes.Buffer
	if err := WriteBaseline(&b, []report.Finding{waiting(idB, "b.go:7:1"), waiting(idA, "a.go:8:1"), waiting(idA, "a.go:9:1"), commented}, nil); err != nil {
		t.Fatal(err)
	}
	want := "\n" + idA + " lockorder a.go\n" + idB + " lockorder b.go\n"
	if !strings.HasSuffix(b.String(), want) || strings.Contains(b.String(), idC) {
		t.Errorf("got %s", b.String())
	}
	old, err := ReadBaseline(&b, "base")
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteBaseline(&again, []report.Finding{waiting(idA, "a.go:8:1")}, old); err != nil || !strings.Contains(again.String(), idB) {
		t.Errorf("an id of another stage is lost: %v %s", err, again.String())
	}
}

// TestMigrate: a file of an earlier release silences nothing and names the flag. A finding is found by its former
// id, and the file gets the one of today. An id that this command does not find stays for another command.
func TestMigrate(t *testing.T) {
	text := formerHeader + "\n" + idA + " lockheld a.go\n" + idB + " leaked b.go\n"
	if _, err := ReadBaseline(strings.NewReader(text), "base"); err == nil || !strings.Contains(err.Error(), "-migrate-baseline base") {
		t.Errorf("read by -baseline: %v", err)
	}
	b, err := ReadFormer(strings.NewReader(text), "base")
	if err != nil {
		t.Fatal(err)
	}
	found := waiting(idC, "a.go:8:1")
	found.Former = []string{idA}
	if left := b.Migrate([]report.Finding{found, waiting("000000000000000d", "d.go:1:1")}); left != 1 || !b.Has(idC) || b.Has(idA) || b.Has(idB) || b.Has("000000000000000d") {
		t.Errorf("%d left: %v", left, b)
	}
	var out bytes.Buffer
	if err := WriteBaseline(&out, nil, b); err != nil {
		t.Fatal(err)
	}
	if again, err := ReadBaseline(bytes.NewReader(out.Bytes()), "base"); err != nil || !again.Has(idC) || again.Has(idB) {
		t.Errorf("%v: %s", err, out.String())
	}
	next, err := ReadFormer(&out, "base")
	if err != nil {
		t.Fatal(err)
	}
	if left := next.Migrate([]report.Finding{waiting(idB, "b.go:1:1")}); left != 0 || !next.Has(idB) || !next.Has(idC) {
		t.Errorf("by another command: %d left", left)
	}
}

func TestDamagedBaseline(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "first line",
		idA + "\n":                      "first line",
		header + "\n\nnonsense cycle\n": "base:3",
		header + "\n" + idA[:12] + "\n": "base:2",
		"# deadlocklint baseline 9\n":   "first line",
	} {
		if _, err := ReadBaseline(strings.NewReader(text), "base"); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "-write-baseline") {
			t.Errorf("%q: %v", text, err)
		}
	}
	var none *Baseline
	if none.Has(idA) {
		t.Error("no baseline has an id")
	}
}

func FuzzReadBaseline(f *testing.F) {
	f.Add(header + "\n" + idA + " cycle\n")
	f.Add("x")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ReadBaseline(strings.NewReader(text), "base")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := WriteBaseline(&out, nil, b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadBaseline(&out, "again")
		if err != nil || len(again.ids) != len(b.ids) {
			t.Errorf("%d ids, then %v and %v", len(b.ids), again, err)
		}
	})
}
