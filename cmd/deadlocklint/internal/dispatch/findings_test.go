package dispatch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// crossed is a module with one lock order cycle, that of type old, which its test
// goes around without harm.
func crossed(t *testing.T) string {
	t.Helper()
	return moduletest.Copy(t, "crossed")
}

// only returns the only finding.
func (o outcome) only(t *testing.T, what string) report.Finding {
	t.Helper()
	if len(o.Findings) != 1 {
		t.Fatalf("%s: %d findings, want 1\n%s%s%s", what, len(o.Findings), o.out, o.err, o.message)
	}
	return o.Findings[0]
}

// silenced checks that the only finding is not shown, and why.
func (o outcome) silenced(t *testing.T, what, id, by string) {
	t.Helper()
	o.want(t, what, report.ExitClean)
	if f := o.only(t, what); f.ID != id || !f.Suppressed || f.SuppressedBy != by {
		t.Errorf("%s: %s silenced by %q, want %s by %q", what, f.ID, f.SuppressedBy, id, by)
	}
}

func TestBaselineSilencesEveryStage(t *testing.T) {
	dir := crossed(t)
	id := call(t, "-json", "-C="+dir, "./...").only(t, "static").ID
	base := filepath.Join(t.TempDir(), "baseline")
	call(t, "-json", "-C="+dir, "-write-baseline="+base, "./...").silenced(t, "written", id, "baseline")
	call(t, "-json", "-C="+dir, "-baseline="+base, "./...").silenced(t, "static", id, "baseline")
	o := call(t, "test", "-C="+dir, "-json", "-tries=2", "-baseline="+base, ".")
	o.silenced(t, "test", id, "baseline")
	if f := o.Findings[0]; f.Static == nil || f.Dynamic == nil || f.Dynamic.Tries == 0 {
		t.Errorf("not both results: %+v", f)
	}
	call(t, "-C="+dir, "-baseline="+base+"no", "./...").want(t, "no file", report.ExitUsage, "-write-baseline")
	moduletest.Write(t, dir, "damaged", "nonsense")
	call(t, "test", "-C="+dir, "-baseline="+filepath.Join(dir, "damaged"), ".").want(t, "damaged", report.ExitUsage, "first line")
}

// TestSARIF looks at what only the commands decide: script/ci/sarif.sh has the
// documents validated.
func TestSARIF(t *testing.T) {
	dir := crossed(t)
	file := filepath.Join(t.TempDir(), "out.sarif")
	f := call(t, "-json", "-C="+dir, "-sarif="+file, "./...").only(t, "static")
	for _, level := range []string{"warning", "error"} {
		var doc struct {
			Runs []struct {
				Tool struct {
					Driver struct{ Rules []struct{ ID, Help any } }
				}
				Results []struct {
					RuleID, Level       string
					PartialFingerprints map[string]string
				}
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		r := doc.Runs[0].Results
		if len(r) != 1 || r[0].RuleID != "lockorder" || r[0].Level != level || r[0].PartialFingerprints["deadlocklintId/v1"] != f.ID {
			t.Errorf("results %+v, want %s of level %s", r, f.ID, level)
		}
		if !strings.Contains(string(text), "order in which locks are taken") {
			t.Error("the rule has no help")
		}
		if level == "warning" {
			call(t, "test", "-C="+dir, "-tries=10", "-sarif="+file, ".").want(t, "test", report.ExitFindings)
		}
	}
	call(t, "-C="+dir, "-sarif="+filepath.Join(dir, "no", "where"), "./...").want(t, "no directory", report.ExitFindings, "-sarif", "directory that exists") // there is a finding, too
}

func TestCommentSilencesEveryStage(t *testing.T) {
	dir := crossed(t)
	id := call(t, "-json", "-C="+dir, "./...").only(t, "static").ID
	text, err := os.ReadFile(filepath.Join(dir, "m.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lockorder", "cycle", id} {
		// On the side that is not the finding's position.
		silent := strings.Replace(string(text), "\tt.b.Lock()\n\tt.a.Lock()", "\tt.b.Lock()\n\tt.a.Lock() //deadlocklint:ignore "+name+" they never meet", 1)
		moduletest.Write(t, dir, "m.go", silent)
		call(t, "-json", "-C="+dir, "./...").silenced(t, "static, "+name, id, "comment: they never meet")
	}
	call(t, "test", "-C="+dir, "-json", "-tries=1", ".").silenced(t, "test", id, "comment: they never meet")
	call(t, "test", "-C="+dir, "-json", "-tries=1", "-static=false", "-explore=false", ".").silenced(t, "test without static checks", id, "comment: they never meet")
	o := call(t, "-C="+dir, "./...")
	o.want(t, "text", report.ExitClean, "nothing found", "silenced: 1 comment")
}

func TestConfirmID(t *testing.T) {
	dir := moduletest.Source(t, "confirmid")
	ids := map[string]string{}
	for _, f := range call(t, "-json", "-C="+dir, "-enable=condcheck", "./...").Findings {
		ids[typeOf(f)] = f.ID
		ids[string(f.Check)] = f.ID
	}
	confirm := func(id string, args ...string) outcome {
		return call(t, append([]string{"confirm", "-C=" + dir, "-json", id}, args...)...)
	}
	o := confirm(ids["tested"], "-tries=10", "./...")
	o.want(t, "tested", report.ExitFindings)
	if f := o.only(t, "tested"); f.ID != ids["tested"] || f.Status != report.StatusConfirmed || f.Static == nil || strings.Join(f.Tests, " ") != "TestIt" {
		t.Errorf("tested: %+v", f)
	}
	o = confirm(ids["untested"], "./...")
	o.want(t, "untested", report.ExitClean, "was never reached", "idle/idle.go:")
	if f := o.only(t, "untested"); f.ID != ids["untested"] || f.Status != report.StatusNotReached || f.Dynamic.Verdict != report.VerdictNotReached {
		t.Errorf("untested: %+v", f)
	}
	o = confirm(ids["program"], "./...")
	o.want(t, "a program, by a pattern", report.ExitClean, "no test of ./... contains it")
	o = confirm(ids["program"], "-tries=10", "./prog")
	o.want(t, "a program, named", report.ExitFindings)
	if f := o.only(t, "a program, named"); f.Status != report.StatusConfirmed {
		t.Errorf("program: %+v", f)
	}
	confirm("0123456789abcdef", "./idle").want(t, "an unknown id", report.ExitFailed, "neither a static check nor a run finds")
	confirm(ids["cond-wait-loop"], "./...").want(t, "a check that no run decides", report.ExitUsage, "is a finding of the kind cond-wait-loop, which no run decides; read deadlocklint help checks condcheck")
	confirm(ids["missingunlock"], "./...").want(t, "a lock for which a test would wait", report.ExitClean, "was never reached", "unlock/unlock.go:13")
}
