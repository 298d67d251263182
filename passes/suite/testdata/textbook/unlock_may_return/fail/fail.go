// Package fail ends tests and programs, but not always.
package fail

import (
	"os"
	"testing"
)

// Stack ends a test that is run in full.
func Stack(t *testing.T, why string) {
	t.Log("failed")
	if testing.Short() {
		return
	}
	t.Fatal(why)
}

// Usage ends the program when there is a code.
func Usage(code int) {
	switch {
	case code > 0:
		os.Exit(code)
	}
}

// T is what a test has, for those that do not want to depend on package testing.
type T interface {
	Errorf(format string, args ...any)
	FailNow()
}

// Now ends a test, unless there is nothing to say.
func Now(t T, why string) {
	if why == "" {
		return
	}
	t.Errorf("%s", why)
	t.FailNow()
}
