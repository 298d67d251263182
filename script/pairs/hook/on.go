//go:build pause

package hook

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Pause sleeps when PAUSE has the name or the word all.
func Pause(name string) {
	for _, word := range strings.Split(os.Getenv("PAUSE"), ",") {
		if word == name || word == "all" {
			time.Sleep(60 * time.Millisecond)
			return
		}
	}
}

// Leaks fails the test when goroutines of the programs are left after half a second.
func Leaks(t *testing.T) {
	for range 50 {
		time.Sleep(10 * time.Millisecond)
		if others() == 0 {
			return
		}
	}
	t.Errorf("leak: %d goroutines are left", others())
}

// others counts the goroutines that the programs have started.
func others() int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return strings.Count(string(stacks), "created by pairs.example/")
}
