package deadlocklint

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// subjectsDir has the published bugs, one package each. Package internal/documents checks how they are told.
const subjectsDir = "testdata/subjects"

// TestPatchesApply: git applies the patch that repairs each subject, and each mistake of students by itself.
func TestPatchesApply(t *testing.T) {
	flags := []string{"--check", "--directory=" + subjectsDir}
	apply(t, ".", flags, patchesOf(t, "repaired"))
	for _, patch := range patchesOf(t, "students/mistakes") {
		apply(t, ".", flags, []string{patch})
	}
}

func patchesOf(t *testing.T, dir string) []string {
	t.Helper()
	patches, err := filepath.Glob(filepath.Join(subjectsDir, dir, "*.patch"))
	if err != nil || len(patches) == 0 {
		t.Fatalf("no patches in %s: %v", dir, err)
	}
	return patches
}

// apply runs git apply in a directory.
func apply(t *testing.T, dir string, flags, patches []string) {
	t.Helper()
	git := exec.Command("git", append(append([]string{"apply"}, flags...), patches...)...)
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Errorf("git apply: %v\n%s", err, out)
	}
}
