package explorer

import (
	"encoding/json"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// KnownSets are the sets of strategy hapset, by package and test. Options.Sets names a file
// with them as JSON.
type KnownSets map[string]map[string]string

// SetsOf is the sets that the runs of a result have left, "" for none.
func (r *Result) SetsOf() string {
	return dpor.Sets(&r.State.Config)
}

// Pairs is how many pairs of statements the sets of strategy hapset have after the runs of a result, 0 for another
// strategy.
func (r *Result) Pairs() int {
	return dpor.Pairs(&r.State.Config)
}

// withSets is the strategy, which begins with the known sets of a test. A file that cannot be read has none: its writer has
// checked it.
func (o *Options) withSets(pkg, test string) config.Config {
	if o.Sets == "" {
		return o.Config
	}
	b, err := regular.Read(o.Sets, regular.Limit)
	if err != nil {
		return o.Config
	}
	var known KnownSets
	if json.Unmarshal(b, &known) != nil {
		return o.Config
	}
	c := o.Config
	if !dpor.Know(&c, known[pkg][test]) {
		return o.Config
	}
	return c
}
