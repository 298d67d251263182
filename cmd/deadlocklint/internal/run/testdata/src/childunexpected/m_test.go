// A child dies in a double lock, and the test fails.
package m

import (
	"os"
	"os/exec"
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
	if err != nil {
		t.Fatal(err, string(out))
	}
}
