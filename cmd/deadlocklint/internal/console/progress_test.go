package console

import (
	"os"
	"runtime"
	"testing"
)

// TestNoTerminal: a device that forgets what is written to it is no terminal, so that
// nobody is told there what to type next.
func TestNoTerminal(t *testing.T) {
	f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if IsTerminal(f) && runtime.GOOS != "windows" || Width(f) != 0 {
		t.Errorf("%s is a terminal, %d columns wide", os.DevNull, Width(f))
	}
}
