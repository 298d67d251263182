// A test that says when it is up, and then keeps the pipe open until its process ends.
package m

import (
	"os"
	"testing"
	"time"
)

func TestUp(t *testing.T) {
	f, err := os.OpenFile(os.Getenv("UP"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("up\n")
	time.Sleep(time.Hour)
	f.Close()
}
