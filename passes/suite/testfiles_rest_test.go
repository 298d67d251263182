//go:build rest

package suite_test

import (
	"slices"
	"strings"
	"testing"
)

// TestKernelsInTestFiles: a bug is the same one in a test file, in a module that is called foo and for an old Go. The
// kernels of GoBench, which Go's own source has, are found there as well as in a program.
func TestKernelsInTestFiles(t *testing.T) {
	tool := build(t)
	program := writeKernels(t, "module example.com/foo\n\ngo 1.26\n", ".go", "")
	tests := writeKernels(t, "module foo\n\ngo 1.13\n", "_test.go", "func TestAll(t *testing.T) { all() }\n")
	want, got := vet(t, tool, program), vet(t, tool, tests)
	for i, g := range got {
		got[i] = strings.Replace(g, "_test.go:", ".go:", 1)
	}
	if len(want) < 30 {
		t.Errorf("%d findings in all kernels", len(want))
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("not found in a test file: %s", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("found in a test file only: %s", g)
		}
	}
}
