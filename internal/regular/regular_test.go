package regular

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(name, 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := Read(name, 4); !errors.Is(err, ErrSize) || text != nil {
		t.Errorf("a file that is too large: %q, %v", text, err)
	}
	if _, err := Read(filepath.Join(dir, "none"), 5); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Read(dir, 5); err == nil {
		t.Error("a directory is read")
	}
	if runtime.GOOS == "windows" {
		return // it has no device with a name in the file system
	}
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(link, 5); err == nil || errors.Is(err, ErrSize) {
		t.Errorf("a link to a device: %v", err)
	}
}
