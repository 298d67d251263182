//go:build rest

package deadlocklint

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSubjectsAreRepaired: all subjects pass vet, and the repaired ones pass their tests.
func TestSubjectsAreRepaired(t *testing.T) {
	goCommand(t, subjectsDir, "vet", "./...")
	module := t.TempDir()
	if err := os.CopyFS(module, os.DirFS(subjectsDir)); err != nil {
		t.Fatal(err)
	}
	patches, err := filepath.Glob(filepath.Join(module, "repaired", "*.patch"))
	if err != nil || len(patches) == 0 {
		t.Fatalf("no patches: %v", err)
	}
	apply(t, module, nil, patches)
	goCommand(t, module, "test", "-count=100", "-timeout=2m", "./...")
}

// goCommand runs the go command in a module, and fails when it does.
func goCommand(t *testing.T, module string, args ...string) {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir = module
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("go %v: %v\n%s", args, err, out)
	}
}
