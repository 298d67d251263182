package gopls

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	known := []release{{"v0.25.0", "1.28.0"}, {"v0.24.0", "1.27.0"}, {"v0.23.0", "1.26.0"}} // newest first
	for _, c := range []struct {
		goVersion, want, words string
		of                     []release
	}{
		{"go1.28.1", "v0.25.0", "", known},
		{"go1.27.0", "v0.24.0", "", known},
		{"go1.26.8", "v0.23.0", "", known},
		{"go1.25.4", "", "needs Go 1.26.0", known},
		{"go1.26.8", "", "no release of gopls", nil},
	} {
		got, err := choose(func(yield func(release, error) bool) {
			for _, r := range c.of {
				if !yield(r, nil) {
					return
				}
			}
		}, c.goVersion)
		if got != c.want || (err == nil) != (c.words == "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %q, %v", c.goVersion, got, err)
		}
	}
	broken := errors.New("broken")
	if _, err := choose(func(yield func(release, error) bool) { yield(release{}, broken) }, "go1.26.8"); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// A gopls of another form is refused, and nothing is built.
func TestUnknownForm(t *testing.T) {
	dir := t.TempDir()
	if err := addChecks(context.Background(), Options{Source: dir}, dir); err == nil || !strings.Contains(err.Error(), Oldest) {
		t.Errorf("error %v", err)
	}
}
