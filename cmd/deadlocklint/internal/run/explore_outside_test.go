package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Tests that another process may disturb, and one of the same form that none can.
const outsideTests = `package m

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
)

func both(t *testing.T, f func(file *os.File)) {
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var mu sync.Mutex
	done := make(chan bool)
	go func() { mu.Lock(); mu.Unlock(); close(done) }()
	mu.Lock()
	f(file)
	mu.Unlock()
	<-done
}

func TestFlock(t *testing.T) {
	both(t, func(file *os.File) { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_EX) })
}

func TestRange(t *testing.T) {
	both(t, func(file *os.File) {
		_ = syscall.FcntlFlock(file.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK})
	})
}

func TestChild(t *testing.T) {
	both(t, func(*os.File) { _ = exec.Command("true").Run() })
}

func TestFileWell(t *testing.T) {
	both(t, func(file *os.File) { _, _ = file.WriteString("text") })
}
`

// Child processes and file locks withdraw the claim that all schedules were visited, and are named.
func TestExploreOutside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", outsideTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=dfs", "-runs=3000", ".")
	for name, line := range explored(stderr) {
		if all := strings.Contains(line, "all schedules"); all != strings.HasSuffix(name, "Well") {
			t.Errorf("%s: %s", name, line)
		}
	}
	for _, name := range []string{"child processes", "file locks"} {
		if !slices.Contains(doc.Stats.Unseen, name) {
			t.Errorf("%s is not named: %q", name, doc.Stats.Unseen)
		}
	}
}
