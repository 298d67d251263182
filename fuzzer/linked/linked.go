// Package linked keeps what the linker makes, so that a session over the same content as
// an earlier one does not link again. The go command keeps compiled packages, and no linked test binary.
//
// [Flag] returns the flag with which the go command hands each tool over to a script, keep.sh. The
// script says what names a program and which programs are not kept. The package decides how many are kept: the
// newest, as far as [Limit] goes.
//
// The package builds nothing and changes no program. Without a shell the go command links each time.
package linked

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed keep.sh
var script []byte

// Limit is how many bytes of programs are kept, and Age how long one is kept that nobody asks for.
const (
	Limit = 512 << 20
	Age   = 5 * 24 * time.Hour
)

// Flag makes the directory in a cache directory, and removes what is beyond the limits. It returns "" where there is no shell.
func Flag(cache string) (string, error) {
	if _, err := exec.LookPath("sh"); err != nil {
		return "", nil
	}
	dir := filepath.Join(cache, "linked")
	name, err := install(dir)
	if err != nil {
		return "", fmt.Errorf("cannot keep linked programs: %w; free some space in %s", err, cache)
	}
	switch {
	case strings.Contains(name, "'"):
		return "", nil // the go command has no escapes
	case strings.ContainsAny(name, " \t\n\""):
		name = "'" + name + "'"
	}
	prune(dir, Limit, time.Now().Add(-Age))
	return "-toolexec=" + name, nil
}

// install writes the script. Each version of it has a name of its own, since an older program may be using the directory.
func install(dir string) (string, error) {
	sum := sha256.Sum256(script)
	name := filepath.Join(dir, "keep-"+hex.EncodeToString(sum[:6])+".sh")
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return name, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	next, err := os.CreateTemp(dir, "next-*.sh")
	if err != nil {
		return "", err
	}
	_, err = next.Write(script)
	if err = errors.Join(err, next.Chmod(0o700), next.Close()); err == nil {
		err = os.Rename(next.Name(), name) // complete, or not there
	}
	if err != nil {
		_ = os.Remove(next.Name())
	}
	return name, err
}

// prune removes programs that were not asked for since a time, and the oldest beyond a number of bytes. Another
// process may remove the same.
func prune(dir string, limit int64, since time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var programs []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && filepath.Ext(e.Name()) != ".sh" {
			programs = append(programs, info)
		}
	}
	slices.SortFunc(programs, func(a, b fs.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	var sum int64
	for _, p := range programs {
		if sum += p.Size(); sum > limit || p.ModTime().Before(since) {
			_ = os.Remove(filepath.Join(dir, p.Name())) // it is a cache
		}
	}
}
