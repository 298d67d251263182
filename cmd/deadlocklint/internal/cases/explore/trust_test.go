package explore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A schedule from elsewhere executes nothing that the checkout does not have. That one
// from here is replayed without a question is seen by TestExplore.
func TestHostileChoices(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "small")
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	path := strings.Fields(string(module))[1]
	for _, c := range []struct{ pkg, where, flag, foreign string }{
		{path, ".", "-toolexec=/bin/false", "the build flag"},
		{path, ".", "-exec=/bin/false", "the build flag"},
		{path, ".", "-overlay=/dev/null", "the build flag"},
		{path, "..", "-race", "the directory"},
		{"cmd/go", ".", "-race", "the package"},
	} {
		s := &schedule.Schedule{
			Module: path, Package: c.pkg, Test: true, Dir: c.where, Replay: schedule.Build{Kind: schedule.KindTest, Build: []string{c.flag}},
			Choices: &explorer.Choices{Test: "TestX"}, Finding: report.Finding{Dynamic: &report.Dynamic{}},
		}
		name := foreign(t, s)
		if err := runtest.NotFollowed(t, "replay", "-C="+dir, name); !strings.Contains(err, c.foreign) || !strings.Contains(err, "-trust") {
			t.Errorf("%s %s in %s: %v", c.pkg, c.flag, c.where, err)
		}
	}
}

// foreign writes a schedule as another user has: its seal does not hold here.
func foreign(t *testing.T, s *schedule.Schedule) string {
	t.Helper()
	dir := t.TempDir()
	replay, err := s.Write(dir, "1", func(string) report.Finding { return s.Finding })
	if err != nil {
		t.Fatal(err)
	}
	name, _ := schedule.FileOf(replay)
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append(text, '\n'), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}
