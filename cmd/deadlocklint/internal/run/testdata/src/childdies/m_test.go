// A child dies in a double lock, and the test asks for that.
package m

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("CHILD") != "" {
		var mu sync.Mutex
		mu.Lock()
		mu.Lock()
	}
	os.Exit(m.Run())
}
func TestDies(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "CHILD=1")
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "all goroutines are asleep") || c.ProcessState.ExitCode() != 2 {
		t.Fatal(c.ProcessState, err, string(out))
	}
}
