package testflags

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
)

// helpFlag matches the line with which "go help" starts to describe a flag: a
// tab, the flag, and the name of its value when it takes one.
var helpFlag = regexp.MustCompile(`(?m)^\t-([A-Za-z][\w-]*)(.*)$`)

// listed returns the flags that the installed Go documents, and whether they are boolean.
func listed(t *testing.T) map[string]bool {
	t.Helper()
	flags := map[string]bool{}
	for _, topic := range []string{"test", "testflag", "build"} {
		out, err := exec.Command("go", "help", topic).Output()
		if err != nil {
			t.Fatalf("go help %s: %v", topic, err)
		}
		for _, m := range helpFlag.FindAllStringSubmatch(string(out), -1) {
			flags[m[1]] = strings.TrimSpace(m[2]) == ""
		}
	}
	if len(flags) < 60 {
		t.Fatalf("only %d flags found in go help: its form has changed; adapt helpFlag", len(flags))
	}
	return flags
}

func TestTableHasEveryFlagOfGo(t *testing.T) {
	known := map[string]Flag{}
	for _, f := range Flags() {
		if _, twice := known[f.Name]; twice {
			t.Errorf("-%s is in the table twice", f.Name)
		}
		known[f.Name] = f
	}
	inGo := listed(t)
	for name, isBool := range inGo {
		f, ok := known[name]
		switch {
		case !ok:
			t.Errorf("go has a flag -%s: decide in table.go what becomes of it", name)
		case f.Bool != isBool:
			t.Errorf("-%s: the table says boolean %t, go help says %t", name, f.Bool, isBool)
		case f.Unlisted:
			t.Errorf("-%s: go help shows it: it is not Unlisted", name)
		}
	}
	for name, f := range known {
		if _, ok := inGo[name]; !ok && !f.Unlisted {
			t.Errorf("go no longer has -%s: remove it or mark it Unlisted in table.go", name)
		}
	}
}

// TestPrefixedFlags compares Flag.Test with the flags a test binary really has.
func TestPrefixedFlags(t *testing.T) {
	help := exec.Command("go", "doc", "-u", "-src", "cmd/go/internal/test.passFlagToTest")
	out, err := help.Output()
	if err != nil {
		t.Fatalf("go doc cmd/go/internal/test.passFlagToTest: %v", err)
	}
	var want, got []string
	for _, m := range regexp.MustCompile(`"(\w+)":\s+true`).FindAllStringSubmatch(string(out), -1) {
		want = append(want, m[1])
	}
	for _, f := range Flags() {
		if f.Test {
			got = append(got, f.Name)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("flags with -test. prefix\n%s\nwant\n%s", got, want)
	}
}

func TestEveryDecisionIsExplained(t *testing.T) {
	for _, f := range Flags() {
		if (f.Fate == Taken || f.Fate == Refused) && f.Note == "" {
			t.Errorf("-%s is %s without a note", f.Name, f.Fate)
		}
		if f.Fate == Refused && !strings.ContainsAny(f.Note, ";") {
			t.Errorf("-%s: the note must say why, and after a semicolon what to do instead: %s", f.Name, f.Note)
		}
	}
}

// TestEveryTakenFlagIsHandled finds a row of the table that take forgot.
func TestEveryTakenFlagIsHandled(t *testing.T) {
	values := map[string]string{"compiler": "gc", "count": "1", "shuffle": "on", "timeout": "1m"}
	for _, f := range Flags() {
		if f.Fate != Taken || f.Name == "args" {
			continue
		}
		v := values[f.Name]
		switch {
		case f.Bool:
			v = "true"
		case v == "":
			v = "x"
		}
		if _, err := Parse(flags.Test, []string{"-" + f.Name + "=" + v}); err != nil {
			t.Error(err)
		}
	}
}

func TestDoc(t *testing.T) {
	doc := Doc()
	for _, want := range []string{
		"| `-json` | taken |", "| `-race` | passed |",
		"| `-fuzz` | refused | fuzzing never ends", "| `-coverprofile` | recording only |",
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %q in\n%s", want, doc)
		}
	}
	for line := range strings.Lines(doc) {
		if line != "\n" && !strings.HasPrefix(line, "|") {
			t.Errorf("not a table row: %s", line)
		}
	}
}
