package dispatch

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
)

// TestCompletionParses: the other shells read their scripts, where they are here.
func TestCompletionParses(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"zsh", "fish", "bash"} {
		script := call(t, "help", "completion", shell)
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
	call(t, "help", "completion", "csh").want(t, "another shell", 2, "say deadlocklint help completion bash, zsh or fish")
}

// TestCompletesWhatIsTaken: every flag that is offered is accepted after the words before it, and no
// flag of ours that is accepted there is left out.
func TestCompletesWhatIsTaken(t *testing.T) {
	t.Parallel()
	for _, c := range completions() {
		for _, o := range c.offers() {
			for _, form := range c.forms {
				if err := tried(form, o.name); err != nil && isRefusal(err) {
					t.Errorf("%s %s: -%s is offered and refused: %v", c.command, c.verb, o.name, err)
				}
			}
		}
		if len(c.forms) != 1 {
			continue
		}
		for _, f := range flags.Of(c.forms[0]) {
			if !f.Expert && !slices.ContainsFunc(c.offers(), func(o offer) bool { return o.name == f.Name }) {
				t.Errorf("%s %s: -%s is not offered", c.command, c.verb, f.Name)
			}
		}
	}
}

// tried is the error of a flag with some value.
func tried(form flags.Form, name string) error {
	arg := "-" + name + "=1"
	if _, build := testflags.OfBuild(name); build && form == flags.Run {
		return nil
	}
	if flags.LikeGoTest(form.Command()) {
		_, err := testflags.Parse(form, []string{arg})
		return err
	}
	_, _, err := flags.Parse(form, []string{arg})
	return err
}

// isRefusal tells the error of a flag that is not there from that of a wrong value.
func isRefusal(err error) bool {
	return strings.Contains(err.Error(), "does not have it") || strings.Contains(err.Error(), "no such flag") || strings.Contains(err.Error(), "refused")
}

// TestHelpCheck: help knows checks by the name of the analyzer and by that of
// the findings.
func TestHelpCheck(t *testing.T) {
	t.Parallel()
	call(t, "help", "lockorder").want(t, "analyzer", 0, "lockorder: report cycles")
	call(t, "help", "cycle").want(t, "finding", 0, "lockorder: report cycles")
	call(t, "help", "checks", "cycle").want(t, "a finding", 0, "lockorder: report cycles")
	call(t, "help", "checks", "typestate").want(t, "the check of a command's name", 0, "typestate: ")
	call(t, "help", "checks").want(t, "the list", 0, "lockorder      report cycles")
	call(t, "help", "checks", "nosuch").want(t, "no check", 2, `there is no check "nosuch"; run deadlocklint help checks`)
	call(t, "help", "nosuch").want(t, "neither", 2, `there is no command or check "nosuch"; run deadlocklint help`)
}

// TestFormerCommands: a word that was a command is answered with the present one, in one line.
func TestFormerCommands(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"explain lockorder":   "deadlocklint help CHECK",
		"predict rec":         "deadlocklint confirm -tries 0 DIR",
		"trace t.dltrace":     "deadlocklint record show FILE",
		"env":                 "deadlocklint record env",
		"selftest":            "deadlocklint demo -selftest",
		"gopls install":       "deadlocklint lsp gopls",
		"completion bash":     "deadlocklint help completion SHELL",
		"help predict":        "deadlocklint confirm -tries 0 DIR",
		"typestate replay f":  "deadlocklint replay FILE",
		"typestate -v":        "the verb comes first",
		"typestate nosuch ./": "say mine, check or show",
	} {
		o := call(t, strings.Fields(line)...)
		if o.want(t, line, 2, want); strings.Contains(o.message, "\n") || o.out != "" {
			t.Errorf("%s: %q, stdout %q", line, o.message, o.out)
		}
	}
	if n := len(commands()); n > 14 {
		t.Errorf("%d commands", n)
	}
}
