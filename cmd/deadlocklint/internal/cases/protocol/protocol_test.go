package protocol

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestMain(m *testing.M) { os.Exit(cases.Main(m)) }

// TestCases runs every case below testdata/typestate: "confirmed WORDS" wants a
// finding that was made to happen for a reason with these words, "silent" none that
// was; "refuted WORDS", which needs -v, wants one that was not, for a reason with
// these words, or others behind " | "; "findings N" wants N of them in all; "unseen WORDS" wants a line about calls that were not seen. A case
// that begins with "command test" has a file that makes deadlocklint test look for it.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../../testdata/typestate/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range cases.Every(12, files) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runCase(t, file)
		})
	}
}

func runCase(t *testing.T, file string) {
	c := cases.Extract(t, file)
	args := []string{"typestate", "check", "-json", "-tries=5", "-C=" + c.Dir}
	expect := strings.Split(c.Expect, "\n")
	if !c.Tests {
		args = append(args, "-program")
	}
	if expect[0] == "command test" {
		args, expect = []string{"test", "-C=" + c.Dir, "-json", "-tries=5"}, expect[1:]
	}
	if rest, ok := strings.CutPrefix(expect[0], "args "); ok {
		args, expect = append(args, strings.Fields(rest)...), expect[1:]
	}
	doc, status, stderr := cases.Invoke(t, append(args, ".")...)
	for _, line := range expect {
		words, confirmed := strings.CutPrefix(line, "confirmed ")
		found := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
			return f.Status == report.StatusConfirmed && strings.Contains(f.Dynamic.Reason, words)
		})
		if words, ok := strings.CutPrefix(line, "refuted "); ok && !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
			is := func(words string) bool { return strings.Contains(f.Dynamic.Reason, words) }
			return f.Status != report.StatusConfirmed && slices.ContainsFunc(strings.Split(words, " | "), is)
		}) {
			t.Errorf("nothing refuted because of %q", words)
		}
		if words, ok := strings.CutPrefix(line, "unseen "); ok && !slices.ContainsFunc(doc.Stats.UnseenCalls, func(s string) bool { return strings.Contains(s, words) }) {
			t.Errorf("no line %q about calls that were not seen, but %q", words, doc.Stats.UnseenCalls)
		}
		if n, ok := strings.CutPrefix(line, "findings "); ok && strconv.Itoa(len(doc.Findings)) != n {
			t.Errorf("%d findings, want %s", len(doc.Findings), n)
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
