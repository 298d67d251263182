package dispatch

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// A trial is a command line, and flags that are added to it after the name of its form. Each of them changes
// something that is seen from outside. @ is a directory of the run, and $ one of all runs.
type trial struct {
	line, flags string
}

// seen is what a command line came to, as seen from outside.
type seen struct {
	status   int
	out, err string // err has the last message, too
	dir      string // the directory of the run
	told     string // what each process of the program was started with
}

// value has the values of a variable of the processes, in order.
func (s *seen) value(name string) string {
	var list []string
	for line := range strings.Lines(s.told) {
		if quoted, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), name+"="); ok {
			text, _ := strconv.Unquote(quoted)
			list = append(list, text)
		}
	}
	return strings.Join(list, "\n")
}

// An effect is where a flag is seen: what it returns differs with the flag and without.
type effect func(s *seen) string

func exitStatus(s *seen) string  { return strconv.Itoa(s.status) }
func standardOut(s *seen) string { return s.out }
func anything(s *seen) string    { return s.out + s.err }
func beginnings(s *seen) string  { return s.told }

// processCount is how many processes of the program ran.
func processCount(s *seen) string { return strconv.Itoa(strings.Count(s.told, "\nargs=")) }

// variable is what processes had in a variable.
func variable(name string) effect {
	return func(s *seen) string { return s.value("DEADLOCKLINT_" + name) }
}

// matches are the places of an output that a pattern matches.
func matches(of effect, pattern string) effect {
	re := regexp.MustCompile(pattern)
	return func(s *seen) string { return strings.Join(re.FindAllString(of(s), -1), "\n") }
}

// has is whether a pattern matches an output.
func has(of effect, pattern string) effect {
	re := regexp.MustCompile(pattern)
	return func(s *seen) string { return strconv.FormatBool(re.MatchString(of(s))) }
}

// file is what a file of the run begins with, or the names of a directory.
func file(name string) effect {
	return func(s *seen) string {
		b, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			entries, _ := os.ReadDir(filepath.Join(s.dir, name))
			return strconv.FormatBool(len(entries) > 0)
		}
		return string(b[:min(len(b), 100)])
	}
}

// observed runs a command line in the directory of the module.
func observed(t *testing.T, shared, line string) *seen {
	t.Helper()
	s := &seen{dir: t.TempDir()}
	log := filepath.Join(s.dir, "told")
	t.Setenv("EFFECTS", log)
	t.Setenv("EFFECTS_CALM", map[bool]string{true: "1"}[strings.Contains(line, calm)])
	if strings.Contains(line, stub) {
		t.Setenv("PATH", filepath.Join(shared, "stub"))
	}
	args := strings.Fields(strings.NewReplacer(calm, "", stub, "", "@", s.dir, "$", shared).Replace(line))
	var out, errs bytes.Buffer
	err := Run(context.Background(), command.Streams{In: strings.NewReader("c\n"), Out: &out, Err: &errs}, args)
	if err != nil && !command.Silent(err) {
		errs.WriteString(err.Error())
	}
	b, _ := os.ReadFile(log) // a command that starts no process has none
	if os.Rename(sources.SequencesFile, filepath.Join(s.dir, "saved")) == nil {
		t.Logf("%s saves sequences", line)
	}
	s.status, s.out, s.err, s.told = command.Status(err), out.String(), errs.String(), string(b)
	return s
}

// addGates adds two packages of the tests of lockorder to a module: one with a cycle that a gate refutes, and one with a gate that
// may be two objects.
func addGates(t *testing.T, module string) {
	t.Helper()
	for _, name := range []string{"gate_right", "gate"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "passes", "lockorder", "testdata", "possible", name, name+".go"))
		if err != nil {
			t.Fatal(err)
		}
		moduletest.Write(t, module, filepath.Join(name, name+".go"), string(text))
	}
}

// TestEffects: each flag that a form accepts changes something that the user sees: the output, the exit status, a file,
// or what a process of the program is started with. So no flag is accepted and ignored.
func TestEffects(t *testing.T) {
	module, shared := moduletest.Copy(t, "effects"), t.TempDir()
	addGates(t, filepath.Join(module, "checked"))
	t.Chdir(module)
	committed(t, module)
	edited(t, filepath.Join(module, "pair.go"))
	built := moduletest.Build(t, filepath.Join(module, "prog"))
	if err := os.Rename(built, filepath.Join(shared, "prog")); err != nil {
		t.Fatal(err)
	}
	for _, line := range prepared {
		if s := observed(t, shared, line); s.status == 1 || s.status == 2 {
			t.Fatalf("%s: exit status %d\n%s%s", line, s.status, s.out, s.err)
		}
	}
	foreign(t, shared)
	stubbed(t, shared)
	pairs := 0
	for _, form := range flags.Forms() {
		if form&costly != 0 && !matrix.Rest {
			continue
		}
		t.Run(form.String(), func(t *testing.T) { pairs += affects(t, shared, form) })
	}
	t.Logf("%d pairs of a form and a flag", pairs)
}

// committed makes a repository of the module.
func committed(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=n", "-c", "user.email=n@example.com", "commit", "-q", "-m", "m"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// foreign copies the recording as one of another machine, which runs programs by another one. A command that trusts it makes it the
// user's own, so there is one for each command.
func foreign(t *testing.T, shared string) {
	t.Helper()
	for _, to := range []string{"foreign", "untrusted", "again"} { // confirm writes the schedule of a recording again
		if err := os.CopyFS(filepath.Join(shared, to), os.DirFS(filepath.Join(shared, "rec"))); err != nil {
			t.Fatal(err)
		}
	}
	prefixed(t, filepath.Join(shared, "foreign"))
	prefixed(t, filepath.Join(shared, "untrusted"))
}

// prefixed changes the files of a recording, so that another program runs those of it.
func prefixed(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(names) != 2 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, bytes.Replace(b, []byte(`"Prefix": null`), []byte(`"Prefix": ["env"]`), 1), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// stubbed writes a go command that tells its arguments and has nothing but a version.
func stubbed(t *testing.T, shared string) {
	t.Helper()
	moduletest.Write(t, shared, "stub/go", "#!/bin/sh\necho \"go=\\\"$*\\\"\" >>\"$EFFECTS\"\ntest \"$1\" = env && echo go1.26.8\n")
	if err := os.Chmod(filepath.Join(shared, "stub", "go"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// edited makes the module differ from its revision.
func edited(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, bytes.Replace(b, []byte("new(pair)"), []byte("&pair{}"), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// affects compares the trials of a form, and returns how many flags have an effect. A flag without a trial is an error.
func affects(t *testing.T, shared string, form flags.Form) int {
	t.Helper()
	shown := map[string]bool{}
	without := map[string]*seen{}
	for _, tr := range trials[form] {
		if without[tr.line] == nil {
			without[tr.line] = observed(t, shared, strings.Replace(tr.line, "FLAGS", "", 1))
		}
		with := observed(t, shared, strings.Replace(tr.line, "FLAGS", tr.flags, 1))
		for _, name := range namesIn(tr.flags) {
			shown[name] = differs(t, lookOf(form, name), without[tr.line], with, tr, name)
		}
	}
	for _, f := range flags.Of(form) {
		if name := nameOf(&f); !shown[name] {
			t.Errorf("%s: no trial shows its effect", name)
		}
	}
	return len(shown)
}

// differs reports whether a flag is seen.
func differs(t *testing.T, look effect, without, with *seen, tr trial, name string) bool {
	t.Helper()
	if look == nil {
		t.Errorf("%s: say in effects where it is seen", name)
		return false
	}
	if look(without) != look(with) {
		return true
	}
	t.Errorf("%s is accepted and changes nothing: %q\n%s with %s\n-- without: %d\n%s%s%s\n-- with: %d\n%s%s%s", name, look(with), tr.line, tr.flags,
		without.status, without.out, without.err, without.told, with.status, with.out, with.err, with.told)
	return false
}

// nameOf is a flag as it is written, without its value.
func nameOf(f *flags.Flag) string {
	if f.Expert {
		return "x " + f.Name
	}
	return f.Name
}

// namesIn are the flags of a part of a command line.
func namesIn(text string) []string {
	var list []string
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(strings.TrimPrefix(word, "-"), "=")
		if name == "x" {
			name, _, _ = strings.Cut(value, "=")
			name = "x " + name
		}
		list = append(list, name)
	}
	return list
}

func lookOf(form flags.Form, name string) effect {
	if look := special[form][name]; look != nil {
		return look
	}
	return effects[name]
}
