//go:build unix

package record

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

// A slowWriter lets others run before each write.
type slowWriter struct{ strings.Builder }

func (w *slowWriter) Write(b []byte) (int, error) {
	for range 100 {
		runtime.Gosched()
	}
	return w.Builder.Write(b)
}

// A child that has the output of a program and outlives the program is not waited for. All that the program wrote is there.
func TestChildKeepsOutput(t *testing.T) {
	stdin, end, err := os.Pipe() // the child lives until it is closed
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer end.Close()
	both, errs := &slowWriter{}, &slowWriter{}
	for _, stderr := range []*slowWriter{both, errs} {
		both.Reset()
		code, err := newTarget(t, t.TempDir(), "leave").Record(t.Context(), t.TempDir(), stdin, both, stderr)
		if err != nil || code != 0 || strings.Count(both.String(), "left\n") != 10_000 {
			t.Errorf("exit status %d, %v, %d bytes", code, err, both.Len())
		}
	}
}
