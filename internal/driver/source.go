package driver

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// root is the directory of the main module: positions are relative to it.
func (se *session) root() string {
	for dir := se.work; dir != ""; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return se.work
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
