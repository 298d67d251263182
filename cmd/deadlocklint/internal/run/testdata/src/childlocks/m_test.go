// A child waits for a message for ever, and the test asks for its exit status.
package m

import (
	"os"
	"os/exec"
	"testing"
)

func TestHelper(t *testing.T) {
	if os.Getenv("CHILD") == "" {
		t.Skip()
	}
	c := make(chan int)
	d := make(chan int)
	go func() { <-c; d <- 1 }()
	<-d
}
func TestDies(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run=^TestHelper$")
	c.Env = append(os.Environ(), "CHILD=1")
	if err := c.Run(); err == nil {
		t.Fatal("the child ends well")
	}
}
