package dispatch

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
)

// TestCompletionParses: the other shells read their scripts, where they are here.
func TestCompletionParses(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"zsh", "fish", "bash"} {
		script := call(t, "completion", shell)
		for _, c := range commands() {
			if !strings.Contains(script.out, c.name) {
				t.Errorf("%s: nothing about %s", shell, c.name)
			}
		}
		if _, err := exec.LookPath(shell); err != nil {
			continue
		}
		cmd := exec.Command(shell, "-n", "/dev/stdin")
		cmd.Stdin = strings.NewReader(script.out)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s does not read its script: %v\n%s", shell, err, out)
		}
	}
	call(t, "completion", "csh").want(t, "another shell", 2, "say deadlocklint completion bash, zsh or fish")
}

// TestCompletesWhatIsTaken: what is offered for test is what it takes.
func TestCompletesWhatIsTaken(t *testing.T) {
	t.Parallel()
	flags, _ := completes("test")
	for _, f := range flags {
		value := "=1"
		if f.Name == "C" || f.Name == "args" {
			continue
		}
		if _, err := testflags.Parse([]string{"-" + f.Name + value}); err != nil && strings.Contains(err.Error(), "refused") {
			t.Errorf("-%s is offered and refused: %v", f.Name, err)
		}
	}
	if !slices.ContainsFunc(flags, func(f testflags.Name) bool { return f.Name == "html" }) {
		t.Error("-html is not offered")
	}
}

// TestHelpCheck: help knows checks by the name of the analyzer and by that of
// the findings.
func TestHelpCheck(t *testing.T) {
	t.Parallel()
	call(t, "help", "lockorder").want(t, "analyzer", 0, "lockorder: report cycles")
	call(t, "help", "cycle").want(t, "finding", 0, "lockorder: report cycles")
	call(t, "explain", "cycle").want(t, "explain a finding", 0, "lockorder: report cycles")
	call(t, "explain", "nosuch").want(t, "explain nothing", 2, `there is no check "nosuch"; run deadlocklint explain`)
	call(t, "help", "nosuch").want(t, "neither", 2, `there is no command or check "nosuch"; run deadlocklint help`)
}
