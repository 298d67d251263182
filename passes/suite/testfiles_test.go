package suite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

var (
	kernelTable = regexp.MustCompile(`func init\(\) \{\n(\s*register\(.*\)\n)+\}\n`)
	kernelEntry = regexp.MustCompile(`register\("[^"]*", (\w+)\)`)
	packageLine = regexp.MustCompile(`(?m)^package main$`)
)

// writeKernels makes a module with a package for each kernel, in a file of the same name and that ending. They
// keep their lines.
func writeKernels(t *testing.T, mod, ending, extra string) (dir string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "src", "runtime", "testdata", "testgoroutineleakprofile", "goker", "*.go"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d kernels, %v", len(files), err)
	}
	dir = t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), mod)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, text := strings.TrimSuffix(filepath.Base(file), ".go"), strings.ReplaceAll(string(data), `"goroutineleak"`, `"threadcreate"`)
		entries := kernelEntry.FindAllStringSubmatch(text, -1)
		if len(entries) == 0 {
			continue // the main function
		}
		text = kernelTable.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
		text = packageLine.ReplaceAllString(text, "package "+name+`; import "testing"`)
		text += "\nfunc all() {"
		for _, e := range entries {
			text += " " + e[1] + "();"
		}
		writeFile(t, filepath.Join(dir, name, name+ending), text+" }\n\nconst yieldCount = 10\n\nvar _ *testing.T\n"+extra)
	}
	return dir
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestStandIns: what stands in for others in a test may wait for ever; in a package that is nothing but tests, and tests nothing
// of its module, there is nothing to stand in for.
func TestStandIns(t *testing.T) {
	dir := fixture.Source(t, "standins")
	if got := vet(t, build(t), dir); !slices.Equal(got, []string{"only/p_test.go:7 blocks-forever"}) {
		t.Errorf("%q", got)
	}
}

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

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
