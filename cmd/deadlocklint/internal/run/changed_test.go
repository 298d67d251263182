package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// committed makes a module whose files are in git.
func committed(t *testing.T) string {
	t.Helper()
	dir := moduletest.Copy(t, "changed")
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	return dir
}

func TestExploreChangedComplains(t *testing.T) {
	t.Parallel()
	dir := committed(t)
	for want, args := range map[string][]string{
		"there is no such heuristic":        {"-changed=HEAD", "-x=capp=XS"},
		"capp=FOS":                          {"-changed=HEAD", "-x=capp=FOS"},
		"write -changed with a revision":    {"-x=capp=LS"},
		"capp needs it":                     {"-x=strategy=capp"},
		"goes with the strategies":          {"-x=strategy=icb", "-changed=HEAD"},
		"name a commit, branch or tag":      {"-changed=nothing"},
		"-changed: \"-x\" is no revision; ": {"-changed=-x"},
	} {
		if err := runtest.Refused(t, append([]string{"explore", "-C=" + dir}, append(args, ".")...)...); !strings.Contains(err, want) {
			t.Errorf("%s: %s", args, err)
		}
	}
}

// With -changed, a deadlock that a change brings is among the first schedules. By preemptions
// alone it is not, and a change elsewhere does not help.
func TestExploreChanged(t *testing.T) {
	t.Parallel()
	dir := committed(t)
	finds := func(args ...string) bool {
		doc, _, _ := runtest.Invoke(t, append([]string{"explore", "-C=" + dir, "-json", "-runs=12"}, append(args, ".")...)...)
		return slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return f.Status == report.StatusConfirmed })
	}
	change := func(from, to string) {
		was := moduletest.Text(t, "changed/m.go")
		text := strings.Replace(was, from, to, 1)
		if text == was {
			t.Fatalf("there is no %q", from)
		}
		if err := os.WriteFile(filepath.Join(dir, "m.go"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=12", "-changed=HEAD", ".")
	if !strings.Contains(stderr, "no Go file differs from HEAD") {
		t.Error(stderr)
	}
	change("q.items = nil\n\tq.mu.Unlock()\n\ts.Inc()\n", "q.items = nil\n\ts.Inc()\n\tq.mu.Unlock()\n")
	if finds("-x=strategy=icb") {
		t.Error("the deadlock is among the first schedules by preemptions: the test shows nothing")
	}
	for _, name := range []string{"FA", "LOS", "FS"} {
		if !finds("-changed=HEAD", "-x=strategy=capp", "-x=capp="+name) {
			t.Errorf("-capp=%s does not find the deadlock in 12 schedules", name)
		}
	}
	if !finds("-changed=HEAD") {
		t.Error("auto does not find the deadlock in 12 schedules")
	}
	change("return s.n + len(q.items)\n", "n := s.n + len(q.items)\n\treturn n\n")
	if finds("-changed=HEAD", "-x=strategy=capp", "-x=capp=LOS") {
		t.Error("a deadlock that is not there")
	}
}
