//go:build unix

package record

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// recordedEcho records a target that reads its standard input.
func recordedEcho(t *testing.T) (dir string, tg *Target) {
	t.Helper()
	dir = t.TempDir()
	tg = newTarget(t, dir, "echo")
	in, err := tg.TeeStdin(dir, strings.NewReader("ls"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if code, err := tg.Record(context.Background(), dir, in, nil, nil); code != 0 || err != nil {
		t.Fatal(code, err)
	}
	return dir, tg
}

func reread(t *testing.T, dir, id string) *Target {
	t.Helper()
	targets, err := Targets(dir)
	if err != nil || targets[id] == nil {
		t.Fatal(targets, err)
	}
	return targets[id]
}

// TestOwn: a target is this user's own until its file or its standard input is another.
// A shell does what its input says.
func TestOwn(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	dir, tg := recordedEcho(t)
	if !reread(t, dir, tg.ID).Own() {
		t.Error("what was just recorded is not our own")
	}
	if err := os.WriteFile(filepath.Join(dir, "stdin."+tg.ID), []byte("rm"), 0o600); err != nil {
		t.Fatal(err)
	}
	if reread(t, dir, tg.ID).Own() {
		t.Error("our own, with the standard input of somebody else")
	}
}

// TestForget: a target of another user gets no seal, and loses its input all the same.
func TestForget(t *testing.T) {
	for _, own := range []bool{true, false} {
		t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
		dir, tg := recordedEcho(t)
		if !own {
			t.Setenv("DEADLOCKLINT_CACHE", t.TempDir()) // with another key
		}
		if err := Forget(dir); err != nil {
			t.Fatal(err)
		}
		got := reread(t, dir, tg.ID)
		if got.Own() != own || len(got.Args) > 0 || got.Stdin != "" {
			t.Errorf("own %t: own %t, %q, %q", own, got.Own(), got.Args, got.Stdin)
		}
		if _, err := os.Stat(filepath.Join(dir, "stdin."+tg.ID)); err == nil {
			t.Error("the standard input is still there")
		}
	}
}

// TestHostileTargets: an id that is a path, a pipe at which a reader would wait, and a
// device without an end are one line each.
func TestHostileTargets(t *testing.T) {
	for name, make := range map[string]func(file string) error{
		"id":     func(file string) error { return os.WriteFile(file, []byte(`{"ID": "/../../x"}`), 0o600) },
		"pipe":   func(file string) error { return syscall.Mkfifo(file, 0o600) },
		"device": func(file string) error { return os.Symlink("/dev/zero", file) },
	} {
		dir := t.TempDir()
		if err := make(filepath.Join(dir, "target.x.json")); err != nil {
			t.Fatal(err)
		}
		if _, err := Targets(dir); err == nil || !strings.HasSuffix(err.Error(), "; record again") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
