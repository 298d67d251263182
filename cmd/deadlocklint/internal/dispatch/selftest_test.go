package dispatch

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
)

// TestSelftestNoticesSilence: a self-test whose deadlock is not found fails, and
// so does one that finds a deadlock where there is none.
func TestSelftestNoticesSilence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ bug, fixed, want string }{
		"nothing to find": {"demo/ordered.go.txt", "demo/ordered.go.txt", "the static checks did not find it"},
		"too much found":  {"demo/main.go.txt", "demo/main.go.txt", "a deadlock was reported that is not there"},
	} {
		var out bytes.Buffer
		err := selftestOf(context.Background(), command.Streams{Out: &out, Err: &out}, c.bug, c.fixed)
		if err == nil || !strings.Contains(err.Error(), c.want) || command.Status(err) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSelftestOfADamagedCache: a self-test that cannot build says in one line what is wrong and what to do.
func TestSelftestOfADamagedCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	t.Setenv("DEADLOCKLINT_CACHE", dir)
	call(t, "record", "env").want(t, "env", 0, "GOROOT")
	files, err := filepath.Glob(filepath.Join(dir, "goroot-*", "src", "sync", "mutex.go"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	if err := os.Truncate(files[0], 100); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = selftestOf(context.Background(), command.Streams{Out: &out, Err: &out}, "demo/main.go.txt", "demo/ordered.go.txt")
	if err == nil || command.Silent(err) || command.Status(err) != 1 {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, "mutex.go:") || !strings.Contains(text, "remove "+dir+" and run deadlocklint demo -selftest again") {
		t.Error(text)
	}
}

// TestSelftest: it passes where deadlocklint works.
func TestSelftest(t *testing.T) {
	t.Parallel()
	o := call(t, "demo", "-selftest")
	o.want(t, "selftest", 0, "ok  the source of a program with a deadlock", "made to happen", "ok  the replay", "ok  the same program without the deadlock")
	call(t, "demo", "-selftest", "x").want(t, "arguments", 2, "demo takes no arguments")
}
