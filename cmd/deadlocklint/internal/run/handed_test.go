package run_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestUnknownFlags: a flag that the tests define is theirs, whatever its name is like. Another one is refused in a line with the
// nearest flag that exists, and no test is run. What stands after -args is for the tests.
func TestUnknownFlags(t *testing.T) {
	dir := moduletest.Source(t, "handed")
	const behind = "All after -args is for the tests alone"
	for _, c := range []struct {
		line    string
		status  int
		refusal string
	}{
		{"explore -C defines -runs=2 -trise=7 -shrt", report.ExitClean, ""},
		{"test -C defines -tries=0 -trise 7 -shrt .", report.ExitClean, ""},
		{"races -C defines -tries=1 . -shrt -trise=7", report.ExitClean, ""},
		{"explore -C apart -trise=1 .", report.ExitUsage, "flag -trise: there is no such flag, and the tests of example.com/handed/apart do not define it; perhaps -tries, which deadlocklint explore does not have. "},
		{"test -C apart . -trise=1", report.ExitUsage, "perhaps -tries. "},
		{"test -C apart -json . -trise=1", report.ExitUsage, "perhaps -tries. "},
		{"races -C apart . -shrt", report.ExitUsage, "perhaps -short. "},
		{"explore -C apart -i . -rnu=X", report.ExitUsage, "perhaps -run. "},
		{"test -C apart . -update", report.ExitUsage, "run deadlocklint help test. "},
		{"test ./... -trise=7 -shrt", report.ExitUsage, "the tests of example.com/handed/apart do not define it"},
		{"explore -trise=1 ./apart", report.ExitUsage, "no package is named in front of it"},
		{"explore -C apart -runs=2 . -args -trise=1", report.ExitFailed, ""},
	} {
		args := strings.Fields(c.line)
		if args[1] == "-C" {
			args[2] = filepath.Join(dir, args[2])
		} else {
			args = append([]string{args[0], "-C", dir}, args[1:]...)
		}
		var out, errs bytes.Buffer
		err := runtest.Call(&out, &errs, args...)
		if command.Status(err) != c.status {
			t.Errorf("%s: %v, want exit status %d\n%s%s", c.line, err, c.status, &out, &errs)
		}
		if c.refusal == "" {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.refusal) || strings.Contains(err.Error(), "\n") || errs.Len() > 0 || out.Len() > 0 && !strings.Contains(c.line, "-json") {
			t.Errorf("%s: %v, want %q and nothing else\n%s%s", c.line, err, c.refusal, &out, &errs)
		}
		if err != nil && strings.Contains(c.refusal, "perhaps") && !strings.HasSuffix(err.Error(), behind) {
			t.Errorf("%s: it does not say how a flag of the tests is written: %v", c.line, err)
		}
	}
}
