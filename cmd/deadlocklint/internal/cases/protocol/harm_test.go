package protocol

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// wants are the comments of testdata/harm: a verdict, words of its reason, and the type.
var wants = regexp.MustCompile(`// want: (\S+) (.*)\nfunc Test(\w+)`)

// verdicts are the statuses that a comment may name.
var verdicts = map[string]report.Status{
	"confirmed": report.StatusConfirmed, "harmless": report.StatusHarmless, "undecided": report.StatusNotReached,
}

// TestHarm forces Put after Close on the types of a package: each call goes well by
// itself, and what comes of it elsewhere decides. Every type has a twin on which all
// goes as in the recorded run.
func TestHarm(t *testing.T) {
	for _, name := range []string{"harm", "failing", "hidden"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), name)
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
				t.Fatal(err)
			}
			source, err := os.ReadFile(filepath.Join(dir, name+"_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			doc, status, stderr := cases.Invoke(t, "typestate", "check", "-json", "-v", "-tries=3", "-C="+dir, ".")
			if status != report.ExitFindings {
				t.Errorf("exit status %d", status)
			}
			for _, m := range wants.FindAllStringSubmatch(string(source), -1) {
				checkHarm(t, doc.Findings, name+"."+m[3]+".", verdicts[m[1]], m[2])
			}
			if t.Failed() {
				t.Log(stderr)
			}
		})
	}
}

// checkHarm wants the findings about a type to have a verdict, one of them for a reason.
func checkHarm(t *testing.T, findings []report.Finding, typ string, want report.Status, words string) {
	t.Helper()
	ok := false
	about := slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool { return !strings.Contains(f.Message, "/"+typ) })
	for _, f := range about {
		ok = ok || f.Status == want && strings.Contains(f.Dynamic.Reason, words)
		if f.Status != want && !(want == report.StatusConfirmed && f.Status == report.StatusHarmless) {
			t.Errorf("%s: %s: %s", f.Message, f.Status, f.Dynamic.Reason)
		}
	}
	if !ok {
		t.Errorf("%s: nothing is %s because of %q", typ, want, words)
		for _, f := range about {
			t.Logf("%s: %s: %s", f.Message, f.Status, f.Dynamic.Reason)
		}
	}
}
