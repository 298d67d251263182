package deadlocklint

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestTypestateCases runs every case below testdata/typestate: "confirmed WORDS"
// wants a finding that was made to happen for a reason with these words, "silent"
// none that was; "refuted WORDS", which needs -v, wants one that was not, for a reason
// with these words; "unseen WORDS" wants a line about calls that were not seen. A case that begins with "command test" has a file that makes
// deadlocklint test look for it.
func TestTypestateCases(t *testing.T) {
	names, err := filepath.Glob("testdata/typestate/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d cases, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runTypestateCase(t, name)
		})
	}
}

func runTypestateCase(t *testing.T, name string) {
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"typestate", "check", "-json", "-tries=5", "-C=" + dir}
	var expect []string
	program := true
	for _, f := range ar.Files {
		if f.Name == "expect" {
			expect = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			continue
		}
		program = program && !strings.HasSuffix(f.Name, "_test.go")
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if program {
		args = append(args, "-program")
	}
	if expect[0] == "command test" {
		args, expect = []string{"test", "-C=" + dir, "-json", "-tries=5"}, expect[1:]
	}
	if rest, ok := strings.CutPrefix(expect[0], "args "); ok {
		args, expect = append(args, strings.Fields(rest)...), expect[1:]
	}
	doc, status, stderr := invoke(t, append(args, ".")...)
	for _, line := range expect {
		words, confirmed := strings.CutPrefix(line, "confirmed ")
		found := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
			return f.Status == report.StatusConfirmed && strings.Contains(f.Dynamic.Reason, words)
		})
		if words, ok := strings.CutPrefix(line, "refuted "); ok && !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
			return f.Status != report.StatusConfirmed && strings.Contains(f.Dynamic.Reason, words)
		}) {
			t.Errorf("nothing refuted because of %q", words)
		}
		if words, ok := strings.CutPrefix(line, "unseen "); ok && !slices.ContainsFunc(doc.Stats.UnseenCalls, func(s string) bool { return strings.Contains(s, words) }) {
			t.Errorf("no line %q about calls that were not seen, but %q", words, doc.Stats.UnseenCalls)
		}
		switch {
		case confirmed && (!found || status != report.ExitFindings):
			t.Errorf("exit status %d, and nothing confirmed because of %q", status, words)
		case line == "silent" && status == report.ExitFindings:
			t.Errorf("exit status %d", status)
		}
	}
	if t.Failed() {
		t.Logf("stderr: %s", stderr)
		for _, f := range doc.Findings {
			t.Logf("%s %s: %s", f.Status, f.Message, f.Dynamic.Reason)
		}
	}
}
