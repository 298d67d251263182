// Package module knows where a command works: the directory, the main module around
// it, and how files are named from there.
//
// Names of files in reports are relative to the module, or module@version/path. The
// package turns them back into paths to show a line of source. The package asks the
// go command once what it decides in the directory.
package module

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// Root is the directory of the module that dir is in, or dir itself. An
// empty dir is the current one.
func Root(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for at := abs; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return abs
		}
	}
}

// Path is the path of the module whose directory is root, "" when there is none.
func Path(root string) string {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.Trim(path, "\"` ")
		}
	}
	return ""
}

// Relative names a file below root by its path from there, and one of another
// module as module@version/path.
func Relative(root, file string) string {
	if root != "" {
		if rel, err := filepath.Rel(root, file); err == nil && !strings.HasPrefix(rel, "..") {
			return filepath.ToSlash(rel)
		}
	}
	return ShortPath(file)
}

// SourceLine reads lines of source files named relative to root.
func SourceLine(root string) func(file string, line int) string {
	files := map[string][]string{}
	return func(file string, line int) string {
		lines, ok := files[file]
		if !ok {
			lines = readLines(root, file)
			files[file] = lines
		}
		if line < 1 || line > len(lines) {
			return ""
		}
		return strings.TrimSpace(lines[line-1])
	}
}

func readLines(root, file string) []string {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	if rel, err := filepath.Rel(root, file); filepath.Ext(file) != ".go" && (err != nil || !filepath.IsLocal(rel)) {
		return nil // a schedule of another user could name any file
	}
	text, err := regular.Read(file, regular.Limit)
	if err != nil {
		return nil // no source on this machine
	}
	var lines []string
	for sc := bufio.NewScanner(bytes.NewReader(text)); sc.Scan(); {
		lines = append(lines, sc.Text())
	}
	return lines
}

// ShortPath writes a file of another module as module@version/path.
func ShortPath(file string) string {
	if _, rest, ok := strings.Cut(file, "/pkg/mod/"); ok {
		return rest
	}
	return file
}

func WorkDir(dir string) (string, error) {
	if dir == "" {
		return os.Getwd()
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(abs); err != nil {
		return "", command.Usage(fmt.Errorf("-C: %w; name a directory that exists", err))
	}
	return abs, nil
}

// Open asks the go command about a directory in which patterns name packages. A package below a
// directory that is in no module is an error. Every later step would say so in words of its
// own. Files and the standard library need no module, and are left to the go command.
func Open(ctx context.Context, dir string, patterns []string) (goenv.Env, error) {
	env := goenv.Read(ctx, dir)
	below := func(p string) bool { return p == "." || strings.HasPrefix(p, "./") }
	if len(patterns) > 0 && !slices.ContainsFunc(patterns, below) || slices.ContainsFunc(patterns, isGoFile) || env.Err != nil || env.InModule() {
		return env, nil
	}
	return env, load.ErrNoModule
}

func isGoFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }
