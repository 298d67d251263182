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
