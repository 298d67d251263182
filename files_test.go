package deadlocklint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFilesTable: each row of doc/design/070 names tests that are there, and no cell is
// empty.
func TestFilesTable(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("doc", "design", "070-files-are-data.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests, rows := definedTests(t), 0
	for row := range strings.Lines(string(page)) {
		if !strings.HasPrefix(row, "| ") {
			continue
		}
		rows++
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		for i, cell := range cells {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("cell %d is empty: %s", i, row)
			}
		}
		named := regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w*`).FindAllString(cells[len(cells)-1], -1)
		if len(cells) != 5 || len(named) == 0 && rows > 1 {
			t.Errorf("%d cells that name %d tests: %s", len(cells), len(named), row)
		}
		for _, name := range named {
			if !tests[name] {
				t.Errorf("there is no test %s: %s", name, row)
			}
		}
	}
	if rows < 20 {
		t.Errorf("%d rows: the table is not where it was", rows)
	}
}
