package moduletest

import (
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Vet reports what gofmt and go vet say about the programs in testdata/src of the package under test. Those that are not
// to be built are named. Programs of one package become packages of one module, so that
// go vet is started once for them.
func Vet(t *testing.T, broken ...string) {
	t.Helper()
	src := os.DirFS(filepath.Join("testdata", "src"))
	together, apart := t.TempDir(), map[string]bool{}
	Write(t, together, "go.mod", "module example.com/src\n\ngo 1.25\n")
	nested, err := fs.Glob(src, "*/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range nested {
		program, _, _ := strings.Cut(name, "/")
		apart[program] = !slices.Contains(broken, program)
	}
	err = fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".go" {
			return err
		}
		text, err := fs.ReadFile(src, name)
		if err != nil {
			return err
		}
		if formatted, err := format.Source(text); err != nil || string(formatted) != string(text) {
			t.Errorf("%s is not as gofmt writes it: %v", name, err)
		}
		if program, _, _ := strings.Cut(name, "/"); !apart[program] && !slices.Contains(broken, program) {
			Write(t, together, name, string(text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	vet(t, together)
	for program, whole := range apart {
		if whole {
			vet(t, Source(t, program))
		}
	}
}

func vet(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet in %s: %v\n%s", dir, err, out)
	}
}
