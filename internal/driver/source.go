package driver

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// root is the directory of the main module: positions are relative to it.
func (se *session) root() string { return moduleRoot(se.work) }

// moduleRoot is the directory of the module that dir is in, or dir itself. An
// empty dir is the current one.
func moduleRoot(dir string) string {
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

// relativeTo names a file below root by its path from there, and one of another
// module as module@version/path.
func relativeTo(root, file string) string {
	if root != "" {
		if rel, err := filepath.Rel(root, file); err == nil && !strings.HasPrefix(rel, "..") {
			return filepath.ToSlash(rel)
		}
	}
	return shortPath(file)
}

// sourceLine reads lines of source files named relative to root.
func sourceLine(root string) func(file string, line int) string {
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
	f, err := os.Open(file)
	if err != nil {
		return nil // no source on this machine
	}
	defer f.Close()
	var lines []string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		lines = append(lines, sc.Text())
	}
	return lines
}

// quoteEnv quotes the value of NAME=value for a shell.
func quoteEnv(v string) string {
	name, value, _ := strings.Cut(v, "=")
	return name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
