package goroot

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// makeIn is set in a process that is to make a shadow there and nothing else.
const makeIn = "DEADLOCKLINT_TEST_MAKE_IN"

func init() {
	dir := os.Getenv(makeIn)
	if dir == "" {
		return
	}
	tc, err := Resolve(goenv.Read(context.Background(), "."))
	if err == nil {
		_, err = Make(tc, dir)
	}
	if err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}

// TestKilledWhileMaking: who is killed leaves nothing that the next one takes
// for a shadow, at whatever moment it was.
func TestKilledWhileMaking(t *testing.T) {
	tc, dir := local(t), cache(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	killed := 0
	for _, file := range []string{"", "src/runtime/zz_dl_rec.go", "bin", "src/sync/cond.go"} {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), makeIn+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for before := there(dir, file); there(dir, file) == before && len(shadows(t, dir)) == 0; {
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Kill() // it may have ended
		if _ = cmd.Wait(); !cmd.ProcessState.Exited() {
			killed++
		}
		if len(shadows(t, dir)) > 0 {
			break // it was faster than we
		}
	}
	if killed == 0 {
		t.Fatal("nobody was killed in time")
	}
	s, err := Make(tc, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{doneFile, "bin/go", "src/runtime/zz_dl_rec.go", "src/sync/mutex.go", "src/unsafe/unsafe.go"} {
		if _, err := os.Stat(filepath.Join(s.Dir, name)); err != nil {
			t.Error(err)
		}
	}
	if got := shadows(t, dir); len(got) != 1 {
		t.Errorf("shadows %q, want one", got)
	}
}

// there counts the unfinished shadows that have a file.
func there(dir, file string) int {
	names, _ := filepath.Glob(filepath.Join(dir, ".making-*", filepath.FromSlash(file))) // the pattern is well formed
	return len(names)
}

func shadows(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "goroot-") {
			names = append(names, e.Name())
		}
	}
	return names
}
