package factcache

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func opened(t *testing.T, salt string) *Cache {
	t.Helper()
	c := Open(salt)
	if c == nil {
		t.Fatal("no cache: the test binary has no build ID")
	}
	return c
}

// TestReadWritten: a key has what was written for it, in this process and in another one, and not for another salt.
func TestReadWritten(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	c, data := opened(t, "a"), []byte("facts")
	if _, ok := c.Read("k"); ok {
		t.Error("there is something before anything was written")
	}
	c.Write("k", data)
	for _, other := range []*Cache{c, opened(t, "a")} {
		if got, ok := other.Read("k"); !ok || !bytes.Equal(got, data) {
			t.Errorf("%q, %t", got, ok)
		}
	}
	if _, ok := opened(t, "b").Read("k"); ok {
		t.Error("another salt reads it")
	}
	if c.Write("", data); len(files(t, c)) != 1 {
		t.Errorf("files: %q, want one", files(t, c))
	}
}

// TestDamagedFile: a file that was cut off, or changed, counts as missing.
func TestDamagedFile(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	c := opened(t, "")
	c.Write("k", []byte("facts"))
	whole, err := os.ReadFile(c.file("k"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		for _, b := range [][]byte{whole[:i], changed} {
			if err := os.WriteFile(c.file("k"), b, 0o600); err != nil {
				t.Fatal(err)
			}
			if got, ok := c.Read("k"); ok {
				t.Fatalf("%x is read as %q", b, got)
			}
		}
	}
}

// TestClear: files that were used stay, and old ones go.
func TestClear(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	c := opened(t, "")
	c.Write("old", nil)
	c.Write("used", nil)
	long := time.Now().Add(-2 * keepUnused)
	for _, key := range []string{"old", "used"} {
		if err := os.Chtimes(c.file(key), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Read("used"); !ok {
		t.Fatal("it is not there")
	}
	c.Clear()
	_, old := c.Read("old")
	if _, used := c.Read("used"); old || !used {
		t.Errorf("old %t, used %t: want the used one alone", old, used)
	}
}

// TestNoCache: a directory that cannot be made is an empty cache.
func TestNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DEADLOCKLINT_CACHE", file)
	c := Open("")
	c.Write("k", []byte("facts"))
	if _, ok := c.Read("k"); ok || c != nil {
		t.Error("something is kept in a file")
	}
	c.Clear()
}

func files(t *testing.T, c *Cache) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
