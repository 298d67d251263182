//go:build linux

package dispatch

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// started is the tool while its test is up, with a temporary directory of its own, and the pipe that ends with the test.
func started(t *testing.T) (cmd *exec.Cmd, temp string, up io.Reader) {
	t.Helper()
	temp = t.TempDir()
	pipe := filepath.Join(t.TempDir(), "up")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(vetTool(t), "test", "-C="+moduletest.Source(t, "up"), ".")
	cmd.Env = append(os.Environ(), "UP="+pipe, "TMPDIR="+temp)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(pipe) // waits for the test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	r := bufio.NewReader(f)
	if line, err := r.ReadString('\n'); line != "up\n" {
		t.Fatal(line, err)
	}
	return cmd, temp, r
}

// isEmpty reports whether a temporary directory has nothing.
func isEmpty(t *testing.T, dir string) bool {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list) == 0
}

// A second interrupt ends the test, and leaves no file. The two signals differ, since the system may deliver two alike as one.
func TestSecondInterrupt(t *testing.T) {
	t.Parallel()
	cmd, temp, up := started(t)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	if rest, err := io.ReadAll(up); len(rest) > 0 || err != nil {
		t.Fatal(rest, err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Error(err)
	}
	if !isEmpty(t, temp) {
		t.Error("a second interrupt left files")
	}
}

// A tool that is killed takes its test with it. The next one removes its files, and not those of one that is still there.
func TestKilledTool(t *testing.T) {
	t.Parallel()
	cmd, temp, up := started(t)
	next := func() {
		again := exec.Command(vetTool(t), "test", "-C="+moduletest.Source(t, "up"), "-run=None", ".")
		again.Env = append(os.Environ(), "TMPDIR="+temp)
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	next()
	if isEmpty(t, temp) {
		t.Error("the files of a running tool were removed")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(up); len(rest) > 0 || err != nil { // this ends when the test does
		t.Fatal(rest, err)
	}
	_ = cmd.Wait() // it was killed
	if next(); !isEmpty(t, temp) {
		t.Error("the files of a killed tool are still there")
	}
}
