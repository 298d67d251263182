package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A static finding is a diagnostic of go vet.
type static struct {
	Analyzer string
	Category string       `json:"category"`
	Posn     string       `json:"posn"`
	Message  string       `json:"message"`
	Related  []static     `json:"related"`
	Fixes    []suggestion `json:"suggested_fixes"`
}

// id is that of a finding, which ends its message: "... [check id]".
func (f static) id() string {
	text, ok := strings.CutSuffix(f.Message, "]")
	if !ok {
		return ""
	}
	return text[strings.LastIndexByte(text, ' ')+1:]
}

// A suggestion is a fix as go vet writes it: with byte offsets.
type suggestion struct {
	Message string `json:"message"`
	Edits   []struct {
		File  string `json:"filename"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	} `json:"edits"`
}

// vet runs the static checks on directories of one module. It returns findings
// by file, with every file of the directories, so that what is gone goes.
// Packages that do not build are an error beside the findings of the others:
// their files are not in the result.
func vet(ctx context.Context, self, root string, dirs []string) (map[string][]static, error) {
	args := []string{"vet", "-vettool=" + self, "-json"}
	for _, d := range dirs {
		rel, err := filepath.Rel(root, d)
		if err != nil {
			return nil, err
		}
		args = append(args, "./"+filepath.ToSlash(rel))
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.WaitDelay = root, waitDelay
	defer together(cmd)()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("go vet cannot be run: %w; install Go, or put it into PATH", err)
	}
	found, parseErr := parseVet(out.Bytes())
	if parseErr != nil {
		return nil, parseErr
	}
	result := map[string][]static{}
	if err == nil {
		for _, d := range dirs {
			for _, f := range goFiles(d) {
				result[f] = nil
			}
		}
	}
	for _, s := range found {
		file, _, _ := splitPosn(s.Posn)
		result[file] = append(result[file], s)
	}
	if err != nil {
		return result, fmt.Errorf("not checked: %s", firstError(errs.String()))
	}
	return result, nil
}

// waitDelay is the longest time that the output of an ended command may stay open, and
// that a command may take to end.
const waitDelay = 10 * time.Second

// parseVet reads the documents that go vet -json writes, one for each package.
func parseVet(out []byte) (list []static, err error) {
	d := json.NewDecoder(bytes.NewReader(out))
	for d.More() {
		var doc map[string]map[string]json.RawMessage
		if err := d.Decode(&doc); err != nil {
			return nil, fmt.Errorf("go vet wrote no document: %w; run go vet -vettool=deadlocklint to see its output", err)
		}
		for _, byAnalyzer := range doc {
			for analyzer, raw := range byAnalyzer {
				var found []static
				if json.Unmarshal(raw, &found) != nil {
					continue // an error of the analyzer: {"error": ...}
				}
				for _, s := range found {
					s.Analyzer = analyzer
					list = append(list, s)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b static) int { return strings.Compare(a.Posn+a.Message, b.Posn+b.Message) })
	return slices.CompactFunc(list, func(a, b static) bool { return a.Posn == b.Posn && a.Message == b.Message }), nil
}

// firstError is the first line of go vet's complaints that is none of its
// headings.
func firstError(stderr string) string {
	for line := range strings.Lines(stderr) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "go vet failed; run it in a terminal"
}

// splitPosn takes file:line:col apart; a file may contain colons.
func splitPosn(s string) (file string, line, col int) {
	rest, c, ok1 := cutLast(s)
	file, l, ok2 := cutLast(rest)
	if !ok1 || !ok2 {
		return s, 1, 1
	}
	return file, l, c
}

func cutLast(s string) (string, int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

func goFiles(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // a bad pattern: no files
	return names
}

// moduleOf is the directory with the go.mod that a directory belongs to, ""
// when there is none.
func moduleOf(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}
