//go:build rest

package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

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
	call(t, "test", "-C="+dir, "-json", "-tries=1", "-static=false", ".").silenced(t, "test without static checks", id, "comment: they never meet")
	o := call(t, "-C="+dir, "./...")
	o.want(t, "text", report.ExitClean, "nothing found", "silenced: 1 comment")
}

func TestConfirmID(t *testing.T) {
	dir := moduletest.Module(t, "",
		"reached/reached.go", moduletest.Crossing("reached", "tested"),
		"reached/reached_test.go", "package reached\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { new(tested).cross() }\n\nfunc TestOther(t *testing.T) {}\n",
		"idle/idle.go", moduletest.Crossing("idle", "untested")+"\nfunc Exported() { new(untested).cross() }\n", "idle/idle_test.go", "package idle\n\nimport \"testing\"\n\nfunc TestNothing(t *testing.T) {}\n",
		"prog/main.go", moduletest.Crossing("main", "program")+"\nfunc main() { new(program).cross() }\n",
		"unlock/unlock.go", "package unlock\n\nimport \"sync\"\n\ntype T struct {\n\tmu sync.Mutex\n\tn int\n}\n\nfunc (t *T) F(b bool) {\n\tt.mu.Lock()\n\tif b {\n\t\treturn\n\t}\n\tt.mu.Unlock()\n}\n",
	)
	ids := map[string]string{}
	for _, f := range call(t, "-json", "-C="+dir, "./...").Findings {
		ids[typeOf(f)] = f.ID
		if f.Check == "missingunlock" {
			ids["unlock"] = f.ID
		}
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
	confirm(ids["unlock"], "./...").want(t, "nothing to steer", report.ExitUsage, "help checks missingunlock")
}
