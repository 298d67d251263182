//go:build rest

package instrument

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestFormsWithMemory(t *testing.T) {
	for _, c := range forms {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module example.com/forms\n\ngo 1.24\n")
		write(t, filepath.Join(dir, "main.go"), head+c.body+"\n")
		name, table, err := Overlay(t.Context(), t.TempDir(), Options{Dir: dir, Patterns: []string{"."}, Memory: true})
		if err != nil {
			t.Fatal(err)
		}
		given := strings.Join(table.GivenUp, "\n")
		if seenByMemory[c.name] {
			if table.Inferred != 1 || given != "" {
				t.Errorf("%s: %d conditions, given up: %q", c.name, table.Inferred, given)
				continue
			}
			checkRewritten(t, name, filepath.Join(dir, "main.go"), head+c.body)
		} else if !strings.Contains(given, c.givenUp) || table.Inferred+table.Annotated != c.inferred {
			t.Errorf("%s: %d conditions, given up: %q", c.name, table.Inferred, given)
		}
	}
}
