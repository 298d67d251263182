package dispatch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestTrust replays a schedule with a wrapper: the command line is shown, and the
// wrapper runs.
func TestTrust(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "crossingprogram")
	o := call(t, "run", "-json", "-tries=10", "-C="+dir, ".")
	if o.confirmed() != "pair" {
		t.Fatalf("confirmed: %q", o.confirmed())
	}
	file := strings.TrimPrefix(o.Findings[0].Replay, "deadlocklint replay ")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	call(t, "replay", "-tries=10", file).want(t, "as it was written", report.ExitFindings, "replayed in run")

	fields, mark := map[string]any{}, filepath.Join(t.TempDir(), "mark")
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	fields["Prefix"] = []string{"sh", "-c", "echo > " + mark + `; exec "$@"`, "sh"}
	b, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	moduletest.Write(t, other, "schedule.json", string(b))
	file = filepath.Join(other, "schedule.json")
	call(t, "replay", "-C="+dir, file).want(t, "with a wrapper", report.ExitFailed, `would run go build`, `the checkout does not have the wrapper "sh"`)
	if _, err := os.Stat(mark); err == nil {
		t.Error("the wrapper ran")
	}
	call(t, "replay", "-trust", "-tries=10", "-C="+dir, file).want(t, "trusted", report.ExitFindings, "deadlocklint: -trust runs go build", "replayed in run")
	if _, err := os.Stat(mark); err != nil {
		t.Error("the wrapper did not run")
	}
}

// TestForeignSchedule: the schedule of another user is replayed in a checkout without
// more ado, since all that it names is there.
func TestForeignSchedule(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "crossingprogram")
	o := call(t, "run", "-json", "-tries=10", "-C="+dir, ".")
	if o.confirmed() != "pair" {
		t.Fatalf("confirmed: %q", o.confirmed())
	}
	text, err := os.ReadFile(strings.TrimPrefix(o.Findings[0].Replay, "deadlocklint replay "))
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "schedule.json")
	changed := strings.Replace(string(text), `"Root": "`, `"Root": "/elsewhere`, 1)
	moduletest.Write(t, filepath.Dir(foreign), "schedule.json", changed)
	call(t, "replay", foreign).want(t, "outside of the module", report.ExitFailed, "the schedule is of the module example.com/m")
	call(t, "replay", "-tries=10", "-C="+dir, foreign).want(t, "in a checkout", report.ExitFindings, "replayed in run")
}

// TestNoInput: what a schedule and a recording keep of the user's input is said, and
// -no-input leaves it out.
func TestNoInput(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "crossingprogram")
	for _, c := range []struct {
		flags []string
		says  bool
	}{{nil, true}, {[]string{"-no-input"}, false}} {
		keep := filepath.Join(t.TempDir(), "rec")
		args := slices.Concat([]string{"run", "-json", "-tries=10", "-C=" + dir, "-keep=" + keep}, c.flags, []string{".", "--", "secret-argument"})
		o := callReading(t, strings.NewReader("secret-input"), args...)
		if o.confirmed() != "pair" {
			t.Fatalf("confirmed: %q", o.confirmed())
		}
		for _, said := range []string{"keeps 12 bytes of standard input and 1 arguments of the program", "keeps the arguments, environment and standard input"} {
			if strings.Contains(o.err, said) != c.says {
				t.Errorf("%q: %q is said: %t", c.flags, said, !c.says)
			}
		}
		found := false
		err := filepath.WalkDir(keep, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), "bin.") {
				return err
			}
			b, err := os.ReadFile(name)
			secret := strings.Contains(string(b), "secret-") || strings.Contains(string(b), "c2VjcmV0LWlucHV0") // in base64
			if secret && !c.says {
				t.Errorf("%s has it", d.Name())
			}
			found = found || secret
			return err
		})
		if err != nil || found != c.says {
			t.Errorf("%q: found %t, %v", c.flags, found, err)
		}
	}
}
