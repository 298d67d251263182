package record

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A test binary of a package main has the path of the program in its build information.
func TestTestOfMain(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.24\n",
		"main.go":      "package main\n\nfunc main() { println(\"_testmain.go\") }\n",
		"main_test.go": "package main\n\nimport \"testing\"\n\nfunc TestMain1(t *testing.T) {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string][]string{
		"program":    {"build"},
		"test":       {"test", "-c"},
		"small test": {"test", "-c", "-ldflags=-s -w", "-trimpath"},
	} {
		binary := filepath.Join(dir, name)
		cmd := exec.Command("go", append(args, "-o", binary, ".")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
		tg, err := NewTarget(t.TempDir(), binary, nil, dir)
		if err != nil {
			t.Fatal(err)
		}
		if tg.Package != "example.com/m" || tg.Test != (args[0] == "test") {
			t.Errorf("%s: package %s, test %t", name, tg.Package, tg.Test)
		}
	}
}

func TestContains(t *testing.T) {
	want := []byte("needle")
	for _, at := range []int{0, 1, 1<<20 - 6, 1<<20 - 3, 1 << 20, 2<<20 - 8, 2<<20 - 3} {
		text := bytes.Repeat([]byte("n"), 2<<20+rand.IntN(100)+6)
		if found, err := contains(bytes.NewReader(text), want); found || err != nil {
			t.Errorf("found where it is not, %v", err)
		}
		copy(text[at:], want)
		if found, err := contains(bytes.NewReader(text), want); !found || err != nil {
			t.Errorf("not found at %d, %v", at, err)
		}
	}
}
