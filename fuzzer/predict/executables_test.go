package predict

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestExecutables: a program is read once under all its names, and again when it has changed. A file that is no program is none.
func TestExecutables(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := func(name string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	first, link := program("first"), filepath.Join(dir, "link")
	if err := os.Link(first, link); err != nil {
		t.Fatal(err)
	}
	var x Executables
	e := x.open(first)
	if e == nil || x.open(link) != e || x.open(first) != e {
		t.Error("one program was opened under two names")
	}
	if err := os.Chtimes(first, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if again := x.open(link); again == nil || again == e {
		t.Errorf("a program that has changed: %p, was %p", again, e)
	}
	for i := range maxOpened {
		x.open(program(strconv.Itoa(i)))
	}
	if len(x.list) != maxOpened {
		t.Errorf("%d programs are open, want %d", len(x.list), maxOpened)
	}
	if err := os.WriteFile(filepath.Join(dir, "text"), []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	if x.open(filepath.Join(dir, "text")) != nil || x.open(filepath.Join(dir, "missing")) != nil {
		t.Error("a file that is no program was opened")
	}
}
