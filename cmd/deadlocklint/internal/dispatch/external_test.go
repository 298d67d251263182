//go:build external && rest

package dispatch

// The tests of this file need bash and git: script/ci/external.sh runs them.

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/buildid"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// TestCompletionBash asks bash itself what can follow.
func TestCompletionBash(t *testing.T) {
	t.Parallel()
	script := call(t, "help", "completion", "bash")
	script.want(t, "completion bash", 0, "complete -F _deadlocklint deadlocklint")
	file := filepath.Join(t.TempDir(), "completion.bash")
	if err := os.WriteFile(file, []byte(script.out), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line []string
		want string
	}{
		{[]string{"typ"}, "typestate"},
		{[]string{"re"}, "replay record"},
		{[]string{"test", "-tim"}, "-time= -timeout="},
		{[]string{"test", "-shuf"}, "-shuffle="},
		{[]string{"test", "-cpuprof"}, ""}, // refused
		{[]string{"check", "-enab"}, "-enable="},
		{[]string{"run", "-jso"}, "-json"},
		{[]string{"help", "lockor"}, "lockorder"},
		{[]string{"help", "checks", "once"}, "once"},
		{[]string{"help", "completion", "f"}, "fish"},
		{[]string{"check", "--enab"}, "--enable="},
		{[]string{"check", "-enable", "="}, strings.Join(append(slices.Sorted(maps.Keys(suite.Docs())), "all"), " ")},
		{[]string{"check", "-enable", "=", "lockor"}, "lockorder"},
		{[]string{"check", "-html", "=", "et"}, "etc"},
		{[]string{"typestate", "m"}, "mine"},
		{[]string{"typestate", "mine", "-wri"}, "-write-automata="},
		{[]string{"typestate", "check", "-wri"}, ""},
		{[]string{"confirm", "-tru"}, ""}, // only with a directory,
		{[]string{"lsp", "g"}, "gopls"},
		{[]string{"check", "et"}, "etc"},
	} {
		words := append([]string{"deadlocklint"}, c.line...)
		run := fmt.Sprintf("source %s; COMP_WORDS=(%s); COMP_CWORD=%d; cd /; _deadlocklint; echo ${COMPREPLY[*]}", file, strings.Join(words, " "), len(words)-1)
		out, err := exec.Command("bash", "-c", run).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != c.want {
			t.Errorf("%v: got %q, %v, want %q", c.line, got, err, c.want)
		}
	}
}

// repository makes a git repository of a directory.
func repository(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e@example.com", "commit", "-q", "-m", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
}

func TestNewFrom(t *testing.T) {
	dir := crossed(t)
	repository(t, dir)
	mark := filepath.Join(t.TempDir(), "mark")
	for _, hook := range []string{"post-index-change", "post-checkout"} { // as in a repository from elsewhere
		moduletest.Write(t, filepath.Join(dir, ".git", "hooks"), hook, "#!/bin/sh\necho > '"+mark+"'\n")
		if err := os.Chmod(filepath.Join(dir, ".git", "hooks", hook), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	id := call(t, "-json", "-C="+dir, "./...").only(t, "static").ID
	call(t, "-json", "-C="+dir, "-new-from=HEAD", "./...").silenced(t, "nothing new", id, "not new since HEAD")
	// The old one moves, and another comes.
	moduletest.Write(t, dir, "m.go", moduletest.Text(t, "crossedlater/m.go"))
	o := call(t, "-json", "-C="+dir, "-new-from=HEAD", "./...")
	o.want(t, "one new", report.ExitFindings)
	for _, f := range o.Findings {
		if f.Suppressed != (f.ID == id) {
			t.Errorf("%s (%s) silenced: %t", f.ID, typeOf(f), f.Suppressed)
		}
	}
	o = call(t, "test", "-C="+dir, "-json", "-tries=0", "-new-from=HEAD", ".")
	for _, f := range o.Findings {
		if f.Suppressed != (f.ID == id) {
			t.Errorf("test: %s (%s) silenced: %t", f.ID, typeOf(f), f.Suppressed)
		}
	}
	if len(o.Findings) != 2 {
		t.Errorf("test: %d findings, want 2: %s", len(o.Findings), o.err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a hook of the repository ran")
	}
	cmd := exec.Command("git", "-c", "core.hooksPath="+os.DevNull, "status", "--porcelain")
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || string(out) != " M m.go\n" {
		t.Errorf("the repository has changed: %v %q", err, out)
	}
	call(t, "-C="+dir, "-new-from=nowhere", "./...").want(t, "no such revision", report.ExitUsage, "nowhere")
	call(t, "-C="+moduletest.Module(t, ""), "-new-from=HEAD", "./...").want(t, "no repository", report.ExitUsage, "-baseline")
}

// A revision without tests has nothing to record; the static checks know it.
func TestNewFromWithoutTests(t *testing.T) {
	dir := moduletest.Copy(t, "crosseduntested")
	test := moduletest.Text(t, "crosseduntested/m_test.go")
	if err := os.Remove(filepath.Join(dir, "m_test.go")); err != nil {
		t.Fatal(err)
	}
	repository(t, dir)
	moduletest.Write(t, dir, "m_test.go", test)
	o := call(t, "test", "-C="+dir, "-json", "-tries=0", "-new-from=HEAD", ".")
	o.want(t, "test", report.ExitClean, "at HEAD: nothing was recorded")
	if f := o.only(t, "test"); !f.Suppressed || f.SuppressedBy != "not new since HEAD" {
		t.Errorf("silenced by %q", f.SuppressedBy)
	}
}

// TestBuildIDElsewhere: executables for other systems have their build IDs in other places.
func TestBuildIDElsewhere(t *testing.T) {
	dir := moduletest.Copy(t, "empty")
	for _, system := range []string{"linux/amd64", "linux/386", "darwin/arm64", "windows/amd64", "freebsd/amd64"} {
		goos, goarch, _ := strings.Cut(system, "/")
		file := filepath.Join(dir, goos+goarch)
		cmd := exec.Command("go", "build", "-o", file, ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", system, err, out)
		}
		text, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := buildid.Of(text), said(t, "go", "tool", "buildid", file); got != want {
			t.Errorf("%s: %q, want %q", system, got, want)
		}
		text.Close()
	}
}
