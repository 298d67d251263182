package dispatch

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fence matches a fenced block of Markdown: its language, a file name, its text.
var fence = regexp.MustCompile("(?ms)^```(\\w+)( [^\n]+)?\n(.*?)^```")

func tutorialStep(t *testing.T, bin, dir, command, want string) {
	t.Helper()
	cmd := exec.Command("bash", "-c", command+"; echo \"# exit status $?\"")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	rest := string(out)
	for line := range strings.Lines(want) {
		line = strings.TrimSpace(line)
		i := strings.Index(rest, line)
		if i < 0 {
			t.Errorf("%s: %q is not said, or not there, in:\n%s", command, line, out)
			return
		}
		rest = rest[i+len(line):]
	}
}
