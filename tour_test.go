package deadlocklint

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// tourStep matches a step of the tour in CONTRIBUTING.md: its number, its file, the functions to
// look at, and what is said about them.
var tourStep = regexp.MustCompile("(?m)^(\\d+)\\. `([^`]+)`: (`\\w+`(?:, `\\w+`)*)\\. ((?:.+\n)(?:   .+\n)*)")

// TestTour: each file that the tour names is there, and declares what is to be looked at.
func TestTour(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := tourStep.FindAllStringSubmatch(string(text), -1)
	if want := len(regexp.MustCompile("(?m)^\\d+\\. `[^`]+`: `").FindAll(text, -1)); len(steps) < 20 || len(steps) != want {
		t.Fatalf("%d steps of %d are understood, want 20 and more", len(steps), want)
	}
	for _, s := range steps {
		source, err := os.ReadFile(s[2])
		if err != nil {
			t.Error(err)
			continue
		}
		for name := range strings.SplitSeq(strings.ReplaceAll(s[3], "`", ""), ", ") {
			declared := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|var )` + name + `\b`)
			if !declared.Match(source) {
				t.Errorf("step %s: %s declares no %s", s[1], s[2], name)
			}
		}
		for _, other := range regexp.MustCompile("`([\\w/.]+\\.(?:go|txt|md))`").FindAllStringSubmatch(s[4], -1) {
			file := other[1]
			if !strings.Contains(file, "/") {
				file = path.Join(path.Dir(s[2]), file) // "beside it"
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("step %s: %v", s[1], err)
			}
		}
	}
}
