package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

func TestHelp(t *testing.T) {
	for _, line := range []string{"help", "-h", "-help", "--help"} {
		o := call(t, line)
		o.want(t, line, 0, "Exit status: 0 nothing found", "Start with: deadlocklint demo")
		for _, c := range commands() {
			if !strings.Contains(o.out, "deadlocklint "+c.name+" ") {
				t.Errorf("%s: nothing about %s", line, c.name)
			}
		}
	}
	words := map[string]string{
		"test": "-tries n\n", "explore": "-runs n\n", "races": "-time d\n", "run": "-ldflags", "demo": "-selftest", "record": "-keep",
		"confirm": "-x abstraction=name", "replay": "-tries", "version": "usage: deadlocklint version", "help": "usage: deadlocklint help",
		"check": "-scope", "typestate": "-sequences", "lsp": "-source dir",
	}
	for _, c := range commands() {
		if words[c.name] == "" {
			t.Errorf("nobody says what help %s prints", c.name)
		}
		for _, args := range [][]string{{"help", c.name}, {c.name, "-h"}, {c.name, "--help"}} {
			o := call(t, args...)
			o.want(t, strings.Join(args, " "), 0, "usage: deadlocklint "+c.name, words[c.name])
			if o.err != "" {
				t.Errorf("%q: stderr %s", args, o.err)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	for _, line := range []string{"version", "-version", "--version"} {
		call(t, line).want(t, line, 0, "deadlocklint ", "instruments Go 1.24 to 1.")
	}
}

// TestPerhaps: what somebody may have meant by a word that is no command.
func TestPerhaps(t *testing.T) {
	t.Chdir(moduletest.Source(t, "box"))
	for word, want := range map[string]string{
		"chekc": `unknown command "chekc"; perhaps deadlocklint check, or run deadlocklint help`,
		"tset":  "perhaps deadlocklint test,",
		"store": "for the package in that directory say deadlocklint ./store, or run deadlocklint help",
		"xyzzy": `unknown command "xyzzy"; run deadlocklint help`,
		"ls":    `unknown command "ls"; run deadlocklint help`,
	} {
		call(t, word).want(t, word, 2, want)
	}
}

// TestEnv: with these variables any go command builds instrumented programs;
// the program of the other tests is built so.
func TestEnv(t *testing.T) {
	t.Parallel()
	o := call(t, "record", "env")
	o.want(t, "env", 0, "export GOROOT='", "export GOTOOLCHAIN='local'\n", "export PATH='")
	for line := range strings.Lines(o.out) {
		if !strings.HasPrefix(line, "export ") || !strings.HasSuffix(line, "'\n") {
			t.Errorf("no shell reads %q", line)
		}
	}
	env, err := shadowEnv()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range env {
		if root, ok := strings.CutPrefix(v, "GOROOT="); ok {
			if _, err := os.Stat(filepath.Join(root, "bin", "go")); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestTrace(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	names, err := record.Traces(dir)
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	o := call(t, "record", "show", names[0])
	o.want(t, "trace", 0, "acquire", "main.(*plain).ab", "header main=example.com/m")
	if n := strings.Count(o.out, "\n"); n < 50 {
		t.Errorf("%d lines", n)
	}
	call(t, "record", "show", filepath.Join(dir, "gone")).want(t, "no trace", 2, "name a *.dltrace file")
	call(t, "record", "show", dir).want(t, "the directory", 2, "is a directory; name a *.dltrace file")
	cut(t, names[0], 3)
	o = call(t, "record", "show", names[0])
	o.want(t, "a trace that was cut", 1, "trace damaged at byte", "what came before was printed")
	if !strings.Contains(o.out, "acquire") {
		t.Errorf("what came before was not printed: %s", o.out)
	}
}

// TestRecord: what record refuses, and a command in which nothing is recorded.
func TestRecord(t *testing.T) {
	t.Parallel()
	keep := filepath.Join(t.TempDir(), "rec")
	o := call(t, "record", "-keep", keep, "--", "go", "version")
	o.want(t, "nothing instrumented", 1, "nothing was recorded: no program that go started was built with the variables of deadlocklint record env")
	call(t, "record", "-keep", keep, "--", filepath.Join(keep, "gone")).want(t, "no command", 2, "name a command that can be run")
	dir, _ := recorded(t, "", "nothing")
	call(t, "record", "-keep", dir, "--", "go", "version").want(t, "used twice", 2, "has a recording already")
}

// TestDemo is what everybody does first.
func TestDemo(t *testing.T) {
	t.Parallel()
	o := call(t, "demo", "-keep", filepath.Join(t.TempDir(), "rec"))
	o.want(t, "demo", 0, "all transfers done: 110 90", "1 deadlock confirmed", "Now in your own module: deadlocklint test ./...")
}
