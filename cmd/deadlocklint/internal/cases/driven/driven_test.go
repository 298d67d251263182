package driven_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestMain lets the test binary be the program that the go command calls.
func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { moduletest.Vet(t) }

// lines are where packages hang. Those with the suffix _fixed do not.
var lines = map[string]string{
	"keptlock": "doublelock keptlock/keptlock.go:15", "crossed": "lockorder crossed/crossed.go:2", "answers": "blocks-forever answers/answers.go:11",
	"generic": "doublelock generic/generic.go:", "ends": "doublelock ends/ends.go:18",
	"unanswered": "accident unanswered/unanswered.go:50", "undone": "accident undone/undone.go:24",
	"charged": "doublelock charged/charged.go:39", "warned": "lockorder warned/warned.go:2", "viewed": "doublelock viewed/viewed.go:30", "gate": "doublelock gate/gate.go:14",
	"listed":    "missingunlock listed/listed.go:",
	"replaced":  "accident replaced/replaced.go:36",
	"exchanged": "lockorder exchanged/exchanged.go:29",
	"flushed":   "doublelock flushed/flushed.go:", "paged": "doublelock paged/paged.go:14",
	"commanded": "doublelock commanded/commanded.go:", "rotated": "doublelock rotated/rotated.go:",
	"recovered": "doublelock recovered/recovered.go:", "gated": "doublelock gated/gated.go:25", "loading": "doublelock loading/loading.go:46", "ticking": "missingunlock ticking/ticking.go:24",
}

// drives drives packages: each is found at its line, and its twin is silent. Nothing is written into the module.
func drives(t *testing.T, packages ...string) (stderr string) {
	t.Helper()
	return drivesIn(t, "driven", packages)
}

// drivesIn drives packages of a module, with further flags.
func drivesIn(t *testing.T, module string, packages []string, flags ...string) (stderr string) {
	t.Helper()
	dir := moduletest.Source(t, module)
	before := names(t, dir)
	args := append([]string{"explore", "-C=" + dir, "-json", "-v", "-drive"}, flags...)
	for _, p := range packages {
		args = append(args, "./"+p)
	}
	doc, _, stderr := runtest.Invoke(t, args...)
	found := map[string]string{}
	for _, f := range doc.Findings {
		pkg, _, _ := strings.Cut(f.Pos, "/")
		found[pkg] = string(f.Check) + " " + f.Pos
		if f.Driver == nil || f.Driver.Contract == "" || !strings.Contains(f.Driver.Test, "func TestDriven") || f.Replay != "" {
			t.Errorf("%s has driver %v and replay %q", f.Pos, f.Driver, f.Replay)
		}
	}
	for _, p := range packages {
		if want := lines[p]; want == "" && found[p] != "" || !strings.HasPrefix(found[p], want) {
			t.Errorf("%s: found %q, want %q\n%s", p, found[p], want, stderr)
		}
	}
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("the module has the files %q, and had %q", after, before)
	}
	return stderr
}

func TestDriven(t *testing.T) {
	t.Parallel()
	stderr := drives(t, "keptlock", "keptlock_fixed", "lacks_fixed", "charged", "toggled_fixed", "undone", "undone_fixed")
	if want := "not called: lacks_fixed.Use, for want of *inner"; !strings.Contains(stderr, want) {
		t.Errorf("no %s in\n%s", want, stderr)
	}
}

// names are the files of a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		list = append(list, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The test that a report shows hangs under explore where the user puts it, with nothing else beside it. Each place in it is a line of it.
func TestPasted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "driven")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./crossed", "./ledger")
	if len(doc.Findings) != 3 {
		t.Fatalf("%d findings\n%s", len(doc.Findings), stderr)
	}
	for _, f := range doc.Findings {
		if place(t, f, "zz_deadlocklint_driven", []byte(f.Driver.Test)); f.Check == "lockorder" {
			moduletest.Write(t, dir, "crossed/driven_test.go", f.Driver.Test)
			again(t, dir, "./crossed", f)
		}
	}
}

// A test that goes against words of the package is possible, and does not count. The words are quoted. Words of the contrary are not, and a
// finding beside one that does not count does.
func TestWords(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	sarif := filepath.Join(t.TempDir(), "sarif")
	want := report.Words{About: "concurrent use", Text: "An Account is not safe for concurrent use.", Pos: "warned/warned.go:6:1"}
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-sarif="+sarif, "-drive", "./warned")
	if status != report.ExitClean || len(doc.Findings) != 1 || doc.Findings[0].Driver == nil || !slices.Equal(doc.Findings[0].Driver.Against, []report.Words{want}) {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	b, err := os.ReadFile(sarif)
	for _, part := range []string{`"level": "note"`, want.Text, `"about": "concurrent use"`, `the test goes against: `} {
		if err != nil || !strings.Contains(string(b), part) {
			t.Errorf("no %s in %s, %v", part, b, err)
		}
	}
	doc, status, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./forbidden")
	got := map[string]int{}
	for _, f := range doc.Findings {
		got[f.Pos+" "+f.Heading()] = len(f.Driver.Against)
	}
	if status != report.ExitFindings || !maps.Equal(got, map[string]int{"forbidden/forbidden.go:16:39 possible deadlock": 1, "forbidden/forbidden.go:20:16 deadlock confirmed": 0}) {
		t.Errorf("exit status %d, findings %v\n%s", status, got, stderr)
	}
}

// -write puts the tests of each package into a file of its directory, beside the tests that are there. Each place of the report is a line
// of that file, explore finds its test again there, and the schedule replays.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "driven")
	own := "package ledger_test\n\nimport \"testing\"\n\nfunc TestDriven2(t *testing.T) { ended() }\n\nfunc ended() {}\n"
	moduletest.Write(t, dir, "ledger/own_test.go", own)
	elsewhere := filepath.Join(t.TempDir(), "zz_elsewhere_test.go")
	args := []string{"explore", "-C=" + dir, "-json", "-drive", "-write=zz_found_test.go", "./crossed", "./ledger", "./crossed_fixed"}
	for range 2 { // the second time it replaces its own files
		doc, _, stderr := runtest.Invoke(t, args...)
		if len(doc.Findings) != 3 || !strings.Contains(stderr, "wrote ledger/zz_found_test.go: TestDriven2_2, TestDriven3\n") {
			t.Fatalf("%d findings\n%s", len(doc.Findings), stderr)
		}
		for _, f := range doc.Findings {
			text, err := os.ReadFile(filepath.Join(dir, f.Driver.File))
			if err != nil {
				t.Fatal(err)
			}
			if file := place(t, f, "zz_found_test.go", text); file != f.Driver.File {
				t.Errorf("places are in %s, and the test in %s", file, f.Driver.File)
			}
		}
		for _, f := range doc.Findings {
			again(t, dir, "./"+filepath.Dir(f.Driver.File), f)
		}
		doc, _, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "-write="+elsewhere, "./keptlock")
		if len(doc.Findings) != 1 || doc.Findings[0].Driver.File != elsewhere {
			t.Errorf("findings %v\n%s", doc.Findings, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "crossed_fixed", "zz_found_test.go")); err == nil {
		t.Error("a file without a test was written")
	}
}

// A file with the work of somebody else is left alone, and so is one that was written and then changed.
func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "driven")
	runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "-write=found_test.go", "./keptlock")
	name := filepath.Join(dir, "keptlock", "found_test.go")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	moduletest.Write(t, dir, "keptlock/changed_test.go", strings.Replace(string(b), "TestDriven", "TestKept", 1))
	moduletest.Write(t, dir, "keptlock/own_test.go", "package keptlock_test\n")
	for _, c := range []struct{ file, packages, want string }{
		{"own_test.go", "./keptlock", "name another one"}, {"changed_test.go", "./keptlock", "name another one"},
		{filepath.Join(dir, "all_test.go"), "./...", "write -write all_test.go"}, {filepath.Join(dir, "crossed", "x_test.go"), "./keptlock", "write -write x_test.go"},
		{"found.go", "./keptlock", "end in _test.go"},
	} {
		if err := runtest.Refused(t, "explore", "-C="+dir, "-drive", "-write="+c.file, c.packages); !strings.Contains(err, c.want) || strings.Contains(err, "\n") {
			t.Errorf("%s: %s", c.file, err)
		}
	}
	if err := runtest.Refused(t, "explore", "-C="+dir, "-write=x_test.go", "./keptlock"); !strings.Contains(err, "write -drive") {
		t.Error(err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "keptlock", "own_test.go")); string(got) != "package keptlock_test\n" {
		t.Errorf("the file was written: %s", got)
	}
}

// place requires that each place of a finding in its test is the line of a call there. It returns the file.
func place(t *testing.T, f report.Finding, name string, text []byte) (file string) {
	t.Helper()
	f.Driver = nil
	doc, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, m := range regexp.MustCompile(`"([^" ]*`+name+`[^":]*):(\d+)`).FindAllStringSubmatch(string(doc), -1) {
		file = m[1]
		if line, err := strconv.Atoi(m[2]); err != nil || line > len(lines) || !strings.Contains(lines[line-1], "(") {
			t.Errorf("%s is no call in\n%s", m[0], text)
		}
	}
	if file == "" {
		t.Errorf("%s has no place in its test", f.ID)
	}
	return file
}

// again explores the tests of a package, of which one has a finding, and replays its schedule.
func again(t *testing.T, dir, pkg string, f report.Finding) {
	t.Helper()
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", pkg, "-run="+f.Tests[0]+"$")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].ID != f.ID || doc.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("exit status %d, findings %v, want %s\n%s", status, doc.Findings, f.ID, stderr)
		return
	}
	runtest.ReplaysAgain(t, dir, doc.Findings[0])
}

// Without time nothing is played, which is told, and changes the exit status. A tally of each package tells what was played.
func TestTally(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "-time=1ns", "./keptlock")
	if status != report.ExitFailed || len(doc.Findings) != 0 || !strings.Contains(stderr, "not played to the end, for lack of time") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	if d := doc.Stats.Driven; len(d) != 1 || d[0].Unplayed != d[0].Drivers || d[0].Drivers == 0 {
		t.Errorf("tally %+v", d)
	}
	doc, _, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "-time=1h", "./keptlock", "./lacks_fixed")
	d := doc.Stats.Driven
	if len(doc.Findings) != 1 || len(d) != 2 || d[0].Unplayed != 0 || d[0].Processor <= 0 || d[0].Functions != 2 || !slices.Equal(d[1].Lacking, []report.Lacking{{Function: "lacks_fixed.Use", Type: "*inner"}}) {
		t.Errorf("tally %+v, findings %v\n%s", d, doc.Findings, stderr)
	}
}

// A package that does not compile is left out: the others are driven, and the exit status tells it. Alone it is refused.
func TestBroken(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "driven")
	moduletest.Write(t, dir, "gate_fixed/broken.go", "package gate_fixed\n\nvar broken int = nothing\n")
	const want = "example.com/driven/gate_fixed cannot be driven"
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./gate_fixed", "./lacks_fixed")
	if status != report.ExitFailed || len(doc.Stats.Driven) != 1 || doc.Complete || !strings.Contains(stderr, want) {
		t.Errorf("exit status %d, stats %+v\n%s", status, doc.Stats, stderr)
	}
	if err := runtest.Refused(t, "explore", "-C="+dir, "-drive", "./gate_fixed"); !strings.Contains(err, want) {
		t.Error(err)
	}
}

// What cannot be driven is refused in a line that says what to do.
func TestRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	for _, c := range []struct{ arg, want string }{
		{"-i", "leave it out"}, {"-merge", "leave it out"}, {"-run=TestX", "-drive generates them"}, {"-resume=file", "-drive generates them"}, {"-race", "leave -race out"},
		{"-rules=race", "write -memory"}, {"-rules=harm", "fatal and race"},
	} {
		if err := runtest.Refused(t, "explore", "-C="+dir, "-drive", c.arg, "./keptlock"); !strings.Contains(err, c.want) || strings.Contains(err, "\n") {
			t.Errorf("%s: %s", c.arg, err)
		}
	}
}
