package explorer

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
)

// What a call says comes before the command line, and nothing else changes.
func TestCallOptions(t *testing.T) {
	given := Options{Config: config.Config{Strategy: "pct", Seed: 4, Depth: 7}, Seed: 4, Runs: 50}
	for _, c := range []struct {
		call     call
		strategy string
		seed     uint64
		depth    int
		runs     int
	}{
		{call{}, "pct", 4, 7, 50},
		{call{Runs: 3}, "pct", 4, 7, 3},
		{call{Strategy: "icb depth=1"}, "icb", 4, 1, 50},
		{call{Seeded: true}, "pct", 0, 7, 50},
		{call{Seeded: true, Seed: 9}, "pct", 9, 7, 50},
		{call{Strategy: "icb"}, "icb", 4, 2, 50},
	} {
		opt, err := c.call.options(given)
		config := opt.Config
		if err != nil || config.Strategy != c.strategy || config.Seed != c.seed || opt.Seed != c.seed || config.Depth != c.depth || opt.Runs != c.runs {
			t.Errorf("%+v: %+v, %v", c.call, opt, err)
		}
	}
	if _, err := (&call{Name: "TestA/explore", Strategy: "best"}).options(given); err == nil || !strings.Contains(err.Error(), "TestA/explore: unknown strategy") {
		t.Error(err)
	}
}

// A call is its test to go test, and has files of its own.
func TestCallNames(t *testing.T) {
	if got := (&call{Name: "TestA/explore"}).Name; topLevel(got) != "TestA" || topLevel("TestA") != "TestA" {
		t.Errorf("%q is of %q", got, topLevel(got))
	}
	if got := callEnv("TestA"); len(got) != 0 {
		t.Errorf("variables %q of a test", got)
	}
	names := []string{FileName("TestA"), FileName("TestA/explore"), FileName("TestA/explore#01"), FileName("TestA/" + strings.Repeat("x", 1000) + "/explore")}
	for i, name := range names {
		if strings.ContainsAny(name, "/\\") || len(name) > 100 || slices.Contains(names[:i], name) {
			t.Errorf("file %q", name)
		}
	}
}
