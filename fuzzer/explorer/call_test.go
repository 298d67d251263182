package explorer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
)

// line is what package testing writes of a call.
func (c call) line() string {
	return fmt.Sprintf("call %d %q %t %d %q", c.runs, c.strategy, c.seeded, c.seed, c.name)
}

func TestParseCall(t *testing.T) {
	for _, c := range []call{
		{name: "TestA/explore"},
		{name: "TestA/with \"quotes\" and\nlines/explore#01", runs: 10000, strategy: "pct", seeded: true, seed: 1<<64 - 1},
	} {
		if got, ok := parseCall(c.line()); !ok || got != c {
			t.Errorf("%s: %+v, %t", c.line(), got, ok)
		}
	}
	for _, line := range []string{"", "call", "call 1", `call 1 "" true 3 "TestA"`, `call x "" true 3 "TestA/explore"`, `call 1 "" true 3 "TestA/expl`, "run 1 1 0 false false 3 2 ff"} {
		if c, ok := parseCall(line); ok {
			t.Errorf("%q is taken for %+v", line, c)
		}
	}
}

// No line is read and then written as one that is read otherwise.
func FuzzParseCall(f *testing.F) {
	f.Add(`call 3 "pct" true 7 "TestA/explore"`)
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := parseCall(line)
		if !ok {
			return
		}
		if again, ok := parseCall(c.line()); !ok || again != c {
			t.Errorf("%q: %+v, and then %+v", line, c, again)
		}
	})
}

// What a call says comes before the command line, and nothing else changes.
func TestCallOptions(t *testing.T) {
	given := Options{Strategy: "strategy=pct seed=4 depth=7", Seed: 4, Runs: 50}
	for _, c := range []struct {
		call     call
		strategy string
		seed     uint64
		depth    int
		runs     int
	}{
		{call{}, "pct", 4, 7, 50},
		{call{runs: 3}, "pct", 4, 7, 3},
		{call{strategy: "icb depth=1"}, "icb", 4, 1, 50},
		{call{seeded: true}, "pct", 0, 7, 50},
		{call{seeded: true, seed: 9}, "pct", 9, 7, 50},
		{call{strategy: "icb"}, "icb", 4, 2, 50},
	} {
		opt, err := c.call.options(given)
		config, complaint := explore.Parse(opt.Strategy)
		if err != nil || complaint != "" || config.Strategy != c.strategy || config.Seed != c.seed || opt.Seed != c.seed || config.Depth != c.depth || opt.Runs != c.runs {
			t.Errorf("%+v: %+v, %v", c.call, opt, err)
		}
	}
	if _, err := (&call{name: "TestA/explore", strategy: "best"}).options(given); err == nil || !strings.Contains(err.Error(), "TestA/explore: unknown strategy") {
		t.Error(err)
	}
}

// A call is its test to go test, and has files of its own.
func TestCallNames(t *testing.T) {
	if got := (&call{name: "TestA/explore"}).name; topLevel(got) != "TestA" || topLevel("TestA") != "TestA" {
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
