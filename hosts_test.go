package deadlocklint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHostsTable: every cell of the tables in doc/hosts.md says something, and the
// tests and scripts that it names are there.
func TestHostsTable(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("doc", "hosts.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := definedTests(t)
	rows, named := 0, 0
	for row := range strings.Lines(string(page)) {
		if !strings.HasPrefix(row, "|") {
			continue
		}
		rows++
		for i, cell := range strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|") {
			if strings.TrimSpace(cell) == "" && rows > 1 {
				t.Errorf("cell %d is empty: %s", i, row)
			}
		}
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w*`).FindAllString(row, -1) {
			named++
			if !tests[name] {
				t.Errorf("there is no test %s: %s", name, row)
			}
		}
		for _, script := range regexp.MustCompile(`\bscript/[\w/]+\.sh`).FindAllString(row, -1) {
			if info, err := os.Stat(script); err != nil || info.Mode()&0o100 == 0 {
				t.Errorf("%s cannot be run: %v", script, err)
			}
		}
	}
	if rows < 20 || named < 50 {
		t.Errorf("%d rows that name %d tests: the tables are not where they were", rows, named)
	}
}

// definedTests are the names of all tests of the repository, also of those that need a tag.
func definedTests(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	pattern := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\([tf] \*testing\.[TF]\)`)
	err := filepath.WalkDir(".", func(name string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		b, err := os.ReadFile(name)
		for _, m := range pattern.FindAllStringSubmatch(string(b), -1) {
			tests[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests
}
