package sources

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFindFiles: a device in the root of a module is not read.
func TestFindFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, SequencesFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := Search{Dir: dir}
	if err := s.FindFiles(); err != nil || s.Sequences != SequencesFile || len(s.Automata) > 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if runtime.GOOS == "windows" {
		return // it has no device with a name in the file system
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, AutomataFile)); err != nil {
		t.Fatal(err)
	}
	if err := s.FindFiles(); err == nil || !strings.Contains(err.Error(), "is no regular file; remove it") {
		t.Errorf("a device: %v", err)
	}
}
