package goroot

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// keepUnused is how long an unused shadow stays in the cache.
const keepUnused = 30 * 24 * time.Hour

// CacheDir is where shadows are kept: $DEADLOCKLINT_CACHE, or deadlocklint in
// the user's cache directory.
func CacheDir() (string, error) {
	if dir := os.Getenv("DEADLOCKLINT_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache directory: %w; set DEADLOCKLINT_CACHE", err)
	}
	return filepath.Join(dir, "deadlocklint"), nil
}

// ownDir makes a directory that only its owner can write: programs are built
// from its files.
func ownDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the cache directory: %w; set DEADLOCKLINT_CACHE to one that can be written", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("cannot use the cache directory: %w; set DEADLOCKLINT_CACHE to another one", err)
	}
	if info.Mode().Perm()&0o022 != 0 || !ownedByUs(info) {
		return fmt.Errorf("the cache directory %s can be written by others; run chmod go-w on it or set DEADLOCKLINT_CACHE to another one", dir)
	}
	return nil
}

// collect removes shadows that were not used for a long time and directories that
// interrupted runs left behind.
func collect(cacheDir, keep string) {
	entries, err := os.ReadDir(cacheDir)
	if err != nil {
		return // nothing to collect
	}
	for _, e := range entries {
		p := filepath.Join(cacheDir, e.Name())
		stamp := p
		switch {
		case p == keep:
			continue
		case strings.HasPrefix(e.Name(), "goroot-"):
			stamp = filepath.Join(p, doneFile)
		case !strings.HasPrefix(e.Name(), ".making-"):
			continue
		}
		info, err := os.Stat(stamp)
		if err != nil || time.Since(info.ModTime()) <= keepUnused {
			continue
		}
		// A directory with the name of a shadow is complete: it goes in one step.
		if gone := filepath.Join(cacheDir, ".making-old-"+e.Name()); os.Rename(p, gone) == nil {
			_ = os.RemoveAll(gone) // tried again the next time
		}
	}
}
