package linked

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// program is a program that prints a text, in a directory of its own.
func program(t *testing.T, dir, text string) {
	t.Helper()
	for name, content := range map[string]string{
		"go.mod":  "module example.com/p\n\ngo 1.24\n",
		"main.go": "package main\n\nfunc main() { println(" + `"` + text + `"` + ") }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// says builds the program and runs it.
func says(t *testing.T, dir, flag string, more ...string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "p")
	build := exec.Command("go", append(append([]string{"build", flag}, more...), "-o", binary, ".")...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// kept are the programs in the cache.
func kept(t *testing.T, cache string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(cache, "linked"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".sh" {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestKept: the same content is linked once. Another text, other flags of the linker and the first text once more each
// make the program that they say. The kept program is the one that runs: a sign is put into it to see that.
func TestKept(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "with a space")
	flag, err := Flag(cache)
	if err != nil || flag == "" {
		t.Fatalf("%q, %v", flag, err)
	}
	dir := t.TempDir()
	program(t, dir, "first words")
	if got := says(t, dir, flag); got != "first words" {
		t.Fatalf("it says %q", got)
	}
	first := kept(t, cache)
	if len(first) != 1 {
		t.Fatalf("kept %q, want one program", first)
	}
	name := filepath.Join(cache, "linked", first[0])
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), "first words", "taken again")), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := says(t, dir, flag); got != "taken again" {
		t.Errorf("with the same content it says %q: the program was linked once more", got)
	}
	if got := says(t, dir, flag, "-ldflags=-w"); got != "first words" {
		t.Errorf("with other flags of the linker it says %q", got)
	}
	program(t, dir, "other words")
	if got := says(t, dir, flag); got != "other words" {
		t.Errorf("with another content it says %q", got)
	}
	if n := len(kept(t, cache)); n != 3 {
		t.Errorf("%d programs are kept, want 3", n)
	}
}

// TestKeptWithCgo: a program is kept that has C code of the standard library alone, as each program with package net. The
// C linker makes a program with C code of its own, which is not kept.
func TestKeptWithCgo(t *testing.T) {
	cgo, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	for text, kinds := range map[string]struct {
		source string
		kept   int
	}{
		"net 127.0.0.1": {"package main\n\nimport \"net\"\n\nfunc main() { println(\"net\", net.IPv4(127, 0, 0, 1).String()) }\n", 1},
		"own 7":         {"package main\n\n// static int seven(void) { return 7; }\nimport \"C\"\n\nfunc main() { println(\"own\", C.seven()) }\n", 0},
	} {
		if strings.TrimSpace(string(cgo)) != "1" && kinds.kept == 0 {
			continue // no such program can be built here
		}
		cache, dir := t.TempDir(), t.TempDir()
		flag, err := Flag(cache)
		if err != nil {
			t.Fatal(err)
		}
		program(t, dir, "")
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(kinds.source), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := says(t, dir, flag); got != text {
				t.Errorf("it says %q, want %q", got, text)
			}
		}
		if got := kept(t, cache); len(got) != kinds.kept {
			t.Errorf("%s: kept %q, want %d programs", text, got, kinds.kept)
		}
	}
}

// TestPruned: programs go when nobody has asked for them for a long time, and the oldest when there are too many.
func TestPruned(t *testing.T) {
	cache := t.TempDir()
	if _, err := Flag(cache); err != nil {
		t.Fatal(err)
	}
	dir, now := filepath.Join(cache, "linked"), time.Now()
	for name, age := range map[string]time.Duration{"new": 0, "younger": time.Hour, "older": 2 * time.Hour, "forgotten": 2 * Age} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, name), now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Flag(cache); err != nil {
		t.Fatal(err)
	}
	if got := kept(t, cache); !slices.Equal(got, []string{"new", "older", "younger"}) {
		t.Errorf("after %v are kept %q", Age, got)
	}
	prune(dir, 250, now.Add(-Age))
	if got := kept(t, cache); !slices.Equal(got, []string{"new", "younger"}) {
		t.Errorf("of 250 bytes are kept %q", got)
	}
	if scripts, err := filepath.Glob(filepath.Join(dir, "keep-*.sh")); err != nil || len(scripts) != 1 {
		t.Errorf("the script is gone: %q, %v", scripts, err)
	}
}
