package breaks

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestBreak breaks its process, or the recording of it.
func TestBreak(t *testing.T) {
	dir := os.Getenv("DEADLOCKLINT_DIR")
	own := fmt.Sprintf("t.%x.*.dltrace", os.Getpid())
	switch os.Getenv("BREAK") {
	case "killed":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "exit":
		os.Exit(1)
	case "panic":
		panic("the other tests are not run")
	case "removed":
		each(dir, own, os.Remove)
	case "overwritten":
		each(dir, own, func(name string) error { return os.WriteFile(name, []byte("something else"), 0o600) })
	case "truncated":
		each(dir, own, func(name string) error { return os.Truncate(name, 0) })
	case "directory":
		os.Mkdir(filepath.Join(dir, "t.7fffffff.0.dltrace"), 0o700)
	case "full":
		syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: 10})
	}
}

// TestBehind comes later.
func TestBehind(t *testing.T) {}

func each(dir, pattern string, do func(string) error) {
	names, _ := filepath.Glob(filepath.Join(dir, pattern))
	for _, n := range names {
		do(n)
	}
}
