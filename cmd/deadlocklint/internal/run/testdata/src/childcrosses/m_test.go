// A child takes locks in two orders, and ends well when it is recorded: the end that is found is none of an ordinary run.
package m

import (
	"os"
	"os/exec"
	"sync"
	"testing"
)

// the child has an AB-BA that the parent does not expect
func TestMain(m *testing.M) {
	if os.Getenv("CHILD") != "" {
		var a, b sync.Mutex
		var wg sync.WaitGroup
		wg.Add(2)
		go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
		go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
		wg.Wait()
		os.Exit(0)
	}
	os.Exit(m.Run())
}
func TestChild(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "CHILD=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
}
