package confirm

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/linked"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/tracked"
)

// instrumented builds what is in a directory for recording and confirming runs. The
// command is the go command's: "build", or "test" and "-c".
func instrumented(t *testing.T, dir string, command ...string) *record.Target {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err = errors.Join(err, tracked.Files(dir)); err != nil { // the go command reads them
		t.Fatal(err)
	}
	tc, err := goroot.Resolve(goenv.Read(context.Background(), dir))
	if err != nil {
		t.Fatal(err)
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	s, err := goroot.Make(tc, cache)
	if err != nil {
		t.Fatal(err)
	}
	tg := &record.Target{ID: "1", Binary: filepath.Join(t.TempDir(), "program"), Dir: t.TempDir()}
	keep, err := linked.Flag(cache)
	if err != nil {
		t.Fatal(err)
	}
	if keep != "" { // there is a shell
		command = append(command, keep)
	}
	args := append(command, "-ldflags="+record.Ldflags, "-o", tg.Binary)
	for _, f := range goroot.Gcflags(false) {
		args = append(args, "-gcflags="+f)
	}
	cmd := exec.Command(s.Go(), append(args, ".")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), s.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tg
}
