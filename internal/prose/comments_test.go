package prose

import (
	"slices"
	"strings"
	"testing"
)

// TestComments: the comments of exported identifiers stay on their lines, and no other
// comment is there.
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
	text, err := comments("p.go", []byte(source))
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

// TestCommandsHaveNoComments: package main exports nothing, and a file that does not parse
// is an error.
func TestCommandsHaveNoComments(t *testing.T) {
	text, err := comments("main.go", []byte("package main\n\n// Run runs.\nfunc Run() {}\n"))
	if err != nil || strings.Trim(text, "\n") != "" {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := comments("main.go", []byte("package")); err == nil {
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
