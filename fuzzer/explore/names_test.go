package explore

import (
	"os"
	"strings"
	"testing"
)

// TestStrategiesAreTold: doc/strategies.md has each strategy, and no other.
func TestStrategiesAreTold(t *testing.T) {
	page, err := os.ReadFile("../../doc/strategies.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if cell, ok := strings.CutPrefix(line, "| `"); ok {
			cell, _, _ = strings.Cut(cell, " |")
			for name := range strings.SplitSeq(cell, ", ") {
				told[strings.Trim(name, "`")] = true
			}
		}
	}
	if !told["-changed rev"] {
		t.Error("there is no row of -changed")
	}
	for name := range strings.FieldsSeq(Names) {
		if !told[name] {
			t.Errorf("doc/strategies.md does not have %s", name)
		}
		delete(told, name)
	}
	delete(told, "-changed rev")
	for name := range told {
		t.Errorf("doc/strategies.md has %s, which is no strategy", name)
	}
}
