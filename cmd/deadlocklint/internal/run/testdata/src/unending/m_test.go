// Package m has tests whose bodies do not end, each in another way, and one that ends.
package m

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

var sink int

// other lets another goroutine take part.
func other() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}

func TestSpin(t *testing.T) {
	other()
	for i := 0; ; i++ {
		sink += i
	}
}

func TestRead(t *testing.T) {
	other()
	var p [2]int
	if err := syscall.Pipe(p[:]); err != nil {
		t.Fatal(err)
	}
	syscall.Read(p[0], make([]byte, 1))
}

func TestFlock(t *testing.T) {
	other()
	name := filepath.Join(t.TempDir(), "lock")
	for range 2 {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
}

// take makes a file that is not there.
func take(name string) {
	for {
		if f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			f.Close()
			return
		}
	}
}

// TestLockFile ends natively: the goroutine that removes the file has a turn then.
func TestLockFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	take(name)
	done := make(chan bool)
	go func() {
		os.Remove(name)
		close(done)
	}()
	take(name)
	<-done
}

func TestEnds(t *testing.T) { other() }
