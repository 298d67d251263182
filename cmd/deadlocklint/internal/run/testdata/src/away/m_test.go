package m

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
