package goroot

import (
	"strings"
	"testing"
)

// TestGenericMethods: a method with type parameters, as later releases have, keeps no other method of the file from being patched.
func TestGenericMethods(t *testing.T) {
	s, err := newSplicer("a.go", []byte("package a\n\ntype r int\n\nfunc (r) of[T any](v T) T { return v }\n\nfunc (r) draw() int { return 1 }\n"))
	if err != nil {
		t.Fatal(err)
	}
	s.prologue("r", "draw", "return 2")
	if text := string(s.bytes()); !strings.Contains(text, "draw() int { return 2") {
		t.Errorf("the patched file is %s", text)
	}
	if _, err := newSplicer("a.go", []byte("package a\n\nfunc (r) of[T any](v T) T { return v }\n\nfunc {}\n")); err == nil {
		t.Error("a file that is no Go is accepted")
	}
}
