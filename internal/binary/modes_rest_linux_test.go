//go:build rest

package binary

import (
	"strings"
	"testing"
)

// Each build mode of this file compiles the standard library once more.

func TestGlobalPIE(t *testing.T) { build(t, "-buildmode=pie").checkGlobals(t) }

func TestGlobalTrimpath(t *testing.T) { build(t, "-trimpath").checkGlobals(t) }

func TestStrippedPIESaysSo(t *testing.T) {
	p := build(t, "-ldflags=-s", "-buildmode=pie")
	if err := p.SetText(1); err == nil || !strings.Contains(err.Error(), "without -ldflags=-s") {
		t.Errorf("error %v", err)
	}
}

// With -trimpath the file cannot be read.
func TestLocalTrimpath(t *testing.T) {
	p := compile(t, "-trimpath")
	p.locals(func(fn string, line int, _, want string) { p.checkLocal(t, fn, "example.com/prog/main.go", line, want) })
	p = compile(t, "-trimpath", "-ldflags=-s")
	p.locals(func(fn string, line int, _, _ string) { p.checkLocal(t, fn, "example.com/prog/main.go", line, "-") })
}
