//go:build unix

package dispatch

import (
	"bufio"
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestInterrupted: a server never ends by itself. The interrupt that ends it
// goes to the whole group, as from a terminal; the report is still made.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "program")
	cmd := process(t, dir, nil, "run", "-json", "-keep", filepath.Join(t.TempDir(), "rec"), ".", "server")
	o := interrupted(t, cmd)
	if o.confirmed() != "serves" || o.status != 3 {
		t.Errorf("exit status %d, confirmed %q: %s\n%s", o.status, o.confirmed(), o.err, o.out)
	}
}

// interrupted runs a process until its program says that it is up.
func interrupted(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out bytes.Buffer
	cmd.Stdout = &out
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if lines.Text() != "up" {
			continue
		}
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait() // its status is looked at
	o := outcome{status: cmd.ProcessState.ExitCode(), out: out.String(), err: said.String()}
	o.decode(t, cmd.Args)
	return o
}
