package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

const awayTests = `package m

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestInput(t *testing.T) {
	cmd := exec.Command("cat")
	cmd.Stdin = strings.NewReader("hello")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "hello" {
		t.Fatal(err, out)
	}
}

func TestOutput(t *testing.T) {
	if out, err := exec.Command("seq", "100000").Output(); err != nil || len(out) < 100000 {
		t.Fatal(err, len(out))
	}
}

func TestKilled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if exec.CommandContext(ctx, "sleep", "100").Run() == nil {
		t.Fatal("not killed")
	}
}

func nap() {
	ts := syscall.NsecToTimespec(int64(700 * time.Millisecond))
	syscall.Nanosleep(&ts, nil)
}

func TestNap(t *testing.T) {
	c := make(chan int)
	go func() { nap(); c <- 1 }()
	go func() {}()
	<-c
}

func TestNapAndTimeout(t *testing.T) {
	c := make(chan int)
	go func() { nap(); c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Hour):
		t.Fatal("late")
	}
}

func TestNapForNothing(t *testing.T) {
	c := make(chan int)
	go nap()
	go func() {}()
	<-c
}

func TestFileLockForEver(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	var files [2]*os.File
	for i := range files {
		files[i], _ = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		defer files[i].Close()
		syscall.Flock(int(files[i].Fd()), syscall.LOCK_EX)
	}
}
`

// Others go on while a goroutine is in a long system call: it may wait for them, by way of a
// child process. It is not blocked for good.
func TestExploreAway(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", awayTests)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=Input|Output|Killed|Nap$|Timeout", ".")
	if status != report.ExitClean || len(doc.Findings) != 0 || strings.Count(stderr, "2 schedules") != 5 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	doc, status, stderr = invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=Nothing", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	doc, status, stderr = invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=ForEver", ".")
	if line := strings.Join(doc.Stats.Damaged, "\n"); status != report.ExitFailed || !strings.Contains(line, "in a system call of example.com/m.TestFileLockForEver at m_test.go:") {
		t.Errorf("exit status %d, %s\n%s", status, line, stderr)
	}
}
