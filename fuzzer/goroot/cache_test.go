package goroot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCollect(t *testing.T) {
	dir := cache(t)
	long, ago := time.Now().Add(-2*keepUnused), time.Now().Add(-keepUnused/2)
	for name, used := range map[string]time.Time{
		"goroot-old": long, "goroot-young": ago, "goroot-kept": long,
		".making-old": long, ".making-young": ago, "schedules": long,
	} {
		p := filepath.Join(dir, name)
		if err := os.Mkdir(p, 0o700); err != nil {
			t.Fatal(err)
		}
		write1(t, filepath.Join(p, doneFile), "")
		for _, stamped := range []string{filepath.Join(p, doneFile), p} {
			if err := os.Chtimes(stamped, used, used); err != nil {
				t.Fatal(err)
			}
		}
	}
	collect(dir, filepath.Join(dir, "goroot-kept"))
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if got, want := strings.Join(left, " "), ".making-young goroot-kept goroot-young schedules"; got != want {
		t.Errorf("left %s, want %s", got, want)
	}
}

func TestUsedShadowStays(t *testing.T) {
	s := shadow(t)
	long := time.Now().Add(-2 * keepUnused)
	if err := os.Chtimes(filepath.Join(s.Dir, doneFile), long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(s.Toolchain, filepath.Dir(s.Dir)); err != nil {
		t.Fatal(err)
	}
	collect(filepath.Dir(s.Dir), "")
	if _, err := os.Stat(s.Dir); err != nil {
		t.Error(err)
	}
}

// TestUnusableCache checks that every error says what to do.
func TestUnusableCache(t *testing.T) {
	dir := t.TempDir()
	file, open, closed := filepath.Join(dir, "file"), filepath.Join(dir, "open"), filepath.Join(dir, "closed")
	write1(t, file, "")
	for name, mode := range map[string]os.FileMode{open: 0o777, closed: 0o500} {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		filepath.Join(file, "below"): "cannot make the cache directory",
		open:                         "can be written by others",
		closed:                       "cannot write to the cache directory",
	} {
		if name == closed && os.Geteuid() == 0 {
			continue // nothing is closed to root
		}
		_, err := Make(local(t), name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "DEADLOCKLINT_CACHE") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}
