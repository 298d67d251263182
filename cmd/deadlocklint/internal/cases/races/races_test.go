package races

import (
	"fmt"
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

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range cases.Every(24, files) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			run(t, file)
		})
	}
}

// withoutEffect is the word of a case for a data race that is confirmed and has shown no effect.
const withoutEffect report.Status = "race"

// run is one session of a case. Each harmful race is replayed.
func run(t *testing.T, file string) {
	c := cases.Extract(t, file)
	doc, status, stderr := cases.Invoke(t, "races", "-C="+c.Dir, "-json", "-keep="+filepath.Join(t.TempDir(), "rec"), ".")
	count := map[report.Status]int{}
	var told []string
	for _, f := range doc.Findings {
		if f.Dynamic.NoEffect {
			f.Status = withoutEffect
		}
		count[f.Status]++
		told = append(told, fmt.Sprintf("%s %s: %s", f.Status, f.Message, f.Dynamic.Reason))
	}
	want, limit := map[report.Status]int{}, ""
	for line := range strings.Lines(c.Expect) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "says" {
			if !slices.ContainsFunc(told, func(s string) bool { return strings.Contains(s, rest) }) {
				t.Errorf("no finding says %q", rest)
			}
			continue
		}
		if word == "lacks" {
			if slices.ContainsFunc(told, func(s string) bool { return strings.Contains(s, rest) }) {
				t.Errorf("a finding says %q", rest)
			}
			continue
		}
		if word == "limit" {
			limit = rest
			continue
		}
		n, err := strconv.Atoi(rest)
		if err != nil {
			t.Fatalf("expect: %v", err)
		}
		want[report.Status(word)] = n
	}
	for _, s := range append(report.Statuses(), withoutEffect) {
		if count[s] != want[s] {
			t.Errorf("%d findings are %s, want %d", count[s], s, want[s])
		}
	}
	if found := want[report.StatusConfirmed]+want[withoutEffect] > 0; found != (status == report.ExitFindings) || !found && status != report.ExitClean {
		t.Errorf("exit status %d", status)
	}
	other := func(s string) bool { return limit == "" || !strings.Contains(s, limit) }
	if slices.ContainsFunc(doc.Stats.Limits, other) {
		t.Errorf("limits: %q", doc.Stats.Limits)
	}
	if t.Failed() {
		t.Logf("stderr: %s\n%s", stderr, strings.Join(told, "\n"))
	}
	replay(t, c.Dir, doc)
}

// replay makes each effect happen again from its schedule.
func replay(t *testing.T, dir string, doc report.Document) {
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || f.Dynamic.NoEffect {
			continue
		}
		file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay ")
		if !ok {
			t.Errorf("%s has no schedule", f.ID)
			continue
		}
		if status := cases.Status(t, "replay", "-C="+dir, file); status != report.ExitFailed && status != report.ExitFindings {
			t.Errorf("the replay of %s ends with exit status %d", f.Message, status)
		}
	}
}
