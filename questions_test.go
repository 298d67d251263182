package deadlocklint

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestQuestions: each of the twenty questions names a file that is there and has the
// word that the answer is about.
func TestQuestions(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("doc", "design", "090-twenty-questions.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| \\d+ \\| [^|]+\\? \\| `([^|]+)` \\| ([^|]+) \\|$")
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := row.FindAllSubmatch(page, -1)
	if len(rows) != 20 {
		t.Errorf("%d questions, want 20", len(rows))
	}
	for _, m := range rows {
		word, files := m[1], quoted.FindAllSubmatch(m[2], -1)
		if len(files) == 0 {
			t.Errorf("no file: %s", m[0])
		}
		for _, f := range files {
			text, err := os.ReadFile(filepath.FromSlash(string(f[1])))
			if err != nil {
				t.Error(err)
			} else if !bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(string(word)))) {
				t.Errorf("%s does not have %q: %s", f[1], word, m[0])
			}
		}
	}
}

// TestDesignsAreListed: doc/design/README.md has each decision, and no other file.
func TestDesignsAreListed(t *testing.T) {
	index, err := os.ReadFile(filepath.Join("doc", "design", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("doc", "design", "0*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions: %v", err)
	}
	for _, file := range files {
		if !bytes.Contains(index, []byte("]("+filepath.Base(file)+")")) {
			t.Errorf("doc/design/README.md does not list %s", filepath.Base(file))
		}
	}
	if n := bytes.Count(index, []byte("\n| [0")); n != len(files) {
		t.Errorf("doc/design/README.md has %d rows for %d decisions", n, len(files))
	}
}
