package run_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
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
		"capp and -changed go together":     {"-x=strategy=capp"},
		"-changed go together":              {"-x=strategy=icb", "-changed=HEAD"},
		"name a commit, branch or tag":      {"-changed=nothing"},
		"-changed: \"-x\" is no revision; ": {"-changed=-x"},
	} {
		if err := refused(t, append([]string{"explore", "-C=" + dir}, append(args, ".")...)...); !strings.Contains(err, want) {
			t.Errorf("%s: %s", args, err)
		}
	}
}
