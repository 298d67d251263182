package prose

import (
	"slices"
	"strings"
	"testing"
)

// TestComments: the comments of exported identifiers stay on their lines, and so do all others
// on a page of their own.
func TestComments(t *testing.T) {
	source := `// Package p is for go doc.
package p

// Shown is exported.
//
//	code
func Shown() {}

// hidden is not.
func hidden() {}

// Values are in a group.
const (
	One = iota // the first
	two        // not shown
	// Three is above.
	Three
)

// A T has members.
//
//go:generate nothing
type T struct {
	A int // a member
	// B has
	// two lines.
	B struct {
		C int // a member of a member
	}
	d int // not shown
}

// Method is shown.
func (t *T) Method() {}

type u struct {
	E int // of a type that is not exported
}

// Method is not shown.
func (u) Method() {}

/* Block is a comment
of two lines. */
var Block int
`
	text, others, err := comments("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]string{
		4: "Shown is exported.", 6: "\tcode",
		12: "Values are in a group.", 14: "- the first", 16: "Three is above.",
		20: "A T has members.", 24: "- a member", 25: "- B has", 26: "  two lines.", 28: "- a member of a member",
		33: "Method is shown.",
		43: "Block is a comment", 44: "of two lines. ",
	}
	checkLines(t, source, text, want)
	checkLines(t, source, others, map[int]string{
		9: "hidden is not.", 15: "- not shown", 30: "- not shown",
		37: "- of a type that is not exported", 40: "Method is not shown.",
	})
}

// checkLines compares the lines of a page with the lines that are wanted, by number.
func checkLines(t *testing.T, source, text string, want map[int]string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if len(lines) != len(strings.Split(source, "\n")) {
		t.Errorf("%d lines, want those of the source", len(lines))
	}
	for i, line := range lines {
		if line != want[i+1] {
			t.Errorf("line %d is %q, want %q", i+1, line, want[i+1])
		}
	}
}

// TestCommandsExportNothing: all comments of package main are unexported, and a file that does
// not parse is an error.
func TestCommandsExportNothing(t *testing.T) {
	text, others, err := comments("main.go", []byte("package main\n\n// Run runs.\nfunc Run() {}\n"))
	if err != nil || strings.Trim(text, "\n") != "" || strings.Trim(others, "\n") != "Run runs." {
		t.Errorf("got %q, %q, %v", text, others, err)
	}
	if _, _, err := comments("main.go", []byte("package")); err == nil {
		t.Error("no error")
	}
}

// TestDirective: only comments without a space before their word are for tools.
func TestDirective(t *testing.T) {
	var found []string
	for _, c := range []string{"//go:build linux", "//nolint:all", "// go:build linux", "// Note: a word"} {
		if directive.MatchString(c) {
			found = append(found, c)
		}
	}
	if want := []string{"//go:build linux", "//nolint:all"}; !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}
