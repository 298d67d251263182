// Package factcache keeps the facts of packages of other modules between runs, a file for each package.
//
// [Open] returns the directory of this build of the program. [Cache.Read] and [Cache.Write] take the key of a package,
// which package load makes of its content and of all content below it. So a file is right as long as it exists, and is never
// changed. It ends with its hash: a file that was cut off counts as missing. Files that no run has read for
// five days are removed.
//
// The package knows nothing of facts. It reports no errors: a cache that cannot be used is empty, and the run
// takes longer.
package factcache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/buildid"
)

const (
	keepUnused = 5 * 24 * time.Hour // how long a file stays that no run reads: as in the build cache of the go command
	freshUntil = 24 * time.Hour     // a file that was read is marked as used at most so often
	clearEvery = 24 * time.Hour     // unused files are looked for at most so often
)

// A Cache is a directory with the facts of packages. A nil Cache is empty.
type Cache struct {
	dir  string
	salt string
}

// Open returns the cache of this build of the program. It returns nil where the executable has no build ID, or the
// directory cannot be made. The salt is everything else, besides build and packages, that decides about facts.
func Open(salt string) *Cache {
	id := buildid.Own()
	dir, err := goroot.CacheDir()
	if id == "" || err != nil {
		return nil
	}
	dir = filepath.Join(dir, "facts")
	if os.MkdirAll(dir, 0o700) != nil {
		return nil
	}
	return &Cache{dir, id + " " + salt}
}

func (c *Cache) file(key string) string {
	return filepath.Join(c.dir, fmt.Sprintf("%x", sha256.Sum256([]byte(c.salt+" "+key))))
}

// Read returns what was written for a key, and false if there is nothing. A package without a key has nothing.
func (c *Cache) Read(key string) ([]byte, bool) {
	if c == nil || key == "" {
		return nil, false
	}
	name := c.file(key)
	b, err := os.ReadFile(name)
	if err != nil || len(b) < sha256.Size {
		return nil, false
	}
	data, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if is := sha256.Sum256(data); !bytes.Equal(is[:], sum) {
		return nil, false
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > freshUntil {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // else it goes too early
	}
	return data, true
}

// Write keeps data for a key.
func (c *Cache) Write(key string, data []byte) {
	if c == nil || key == "" {
		return
	}
	f, err := os.CreateTemp(c.dir, "writing-")
	if err != nil {
		return
	}
	sum := sha256.Sum256(data)
	_, err = f.Write(append(data[:len(data):len(data)], sum[:]...))
	if closed := f.Close(); err != nil || closed != nil || os.Rename(f.Name(), c.file(key)) != nil {
		_ = os.Remove(f.Name())
	}
}

// Clear removes files that were not used for a long time.
func (c *Cache) Clear() {
	if c == nil {
		return
	}
	stamp := filepath.Join(c.dir, "cleared")
	if info, err := os.Stat(stamp); err == nil && time.Since(info.ModTime()) < clearEvery {
		return
	}
	if os.WriteFile(stamp, nil, 0o600) != nil {
		return
	}
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keepUnused {
			_ = os.Remove(filepath.Join(c.dir, e.Name())) // tried again the next time
		}
	}
}
