// Tests that another process may disturb, and some of the same form that none can.
package m

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

func TestFlockByNumber(t *testing.T) {
	both(t, func(file *os.File) { syscall.Syscall(syscall.SYS_FLOCK, file.Fd(), syscall.LOCK_EX, 0) })
}

func TestFlockRaw(t *testing.T) {
	both(t, func(file *os.File) { syscall.RawSyscall(syscall.SYS_FLOCK, file.Fd(), syscall.LOCK_EX, 0) })
}

func TestRange(t *testing.T) {
	both(t, func(file *os.File) {
		_ = syscall.FcntlFlock(file.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK})
	})
}

func TestChild(t *testing.T) {
	both(t, func(*os.File) { _ = exec.Command("true").Run() })
}

// A pipe, a pair of sockets and a counter of the system, each without package os.
func TestPipe(t *testing.T) {
	var p [2]int
	_ = syscall.Pipe2(p[:], 0)
	both(t, func(*os.File) { syscall.Write(p[1], []byte("a")); syscall.Read(p[0], make([]byte, 1)) })
}

func TestSockets(t *testing.T) {
	p, _ := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	both(t, func(*os.File) { syscall.Write(p[1], []byte("a")); syscall.Read(p[0], make([]byte, 1)) })
}

func TestCounter(t *testing.T) {
	both(t, func(*os.File) {
		fd, _, _ := syscall.Syscall(syscall.SYS_EVENTFD2, 1, 0, 0)
		syscall.Read(int(fd), make([]byte, 8))
	})
}

func TestShared(t *testing.T) {
	both(t, func(file *os.File) {
		_ = file.Truncate(1)
		_, _ = syscall.Mmap(int(file.Fd()), 0, 1, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	})
}

func TestPrivateWell(t *testing.T) {
	both(t, func(file *os.File) {
		_ = file.Truncate(1)
		_, _ = syscall.Mmap(int(file.Fd()), 0, 1, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
	})
}

func TestNumbersWell(t *testing.T) {
	both(t, func(file *os.File) {
		syscall.Syscall(syscall.SYS_GETPID, 0, 0, 0)
		syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), syscall.F_GETFL, 0)
	})
}

// What is printed goes nowhere from where the test reads.
func TestPrintsWell(t *testing.T) {
	both(t, func(*os.File) { syscall.Write(1, []byte("text\n")); os.Remove("nothing") })
}

func TestFileWell(t *testing.T) {
	both(t, func(file *os.File) { _, _ = file.WriteString("text") })
}
