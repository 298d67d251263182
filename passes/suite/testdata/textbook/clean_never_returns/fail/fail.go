// Package fail ends tests and programs.
package fail

import (
	"fmt"
	"os"
	"testing"
)

// Stack ends a test.
func Stack(t *testing.T, why string) {
	t.Log("failed")
	t.Fatal(why)
}

// Usage ends the program, in a roundabout way.
func Usage(code int) {
	switch {
	case code > 0:
		quit(code)
	default:
		panic("no code")
	}
}

func quit(code int) {
	fmt.Println("usage: ...")
	os.Exit(code)
}

// A Logger has an end that its body does not show.
type Logger struct{ exit func(int) }

// Fatalf ends the program.
func (l *Logger) Fatalf(format string, args ...any) {
	fmt.Printf(format, args...)
	l.exit(1)
}

// T is what a test has, for those that do not want to depend on package testing.
type T interface {
	Errorf(format string, args ...any)
	FailNow()
}

// Now ends a test.
func Now(t T, why string) {
	if fails(t, why) {
		return
	}
	t.FailNow()
}

// fails never returns either.
func fails(t any, why string) bool {
	if t, ok := t.(interface{ FailNow() }); ok {
		t.FailNow()
	} else {
		panic(why)
	}
	return false
}
