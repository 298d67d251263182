package m

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
)

// Tests that another process may disturb, and one of the same form that none can.
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
