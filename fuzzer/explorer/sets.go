package explorer

import (
	"encoding/json"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// KnownSets are the sets of strategy hapset, by package and test. Options.Sets names a file
// with them as JSON.
type KnownSets map[string]map[string]string

// SetsOf is the sets that the runs of a result have left, "" for none.
func (r *Result) SetsOf() string {
	c, complaint := explore.Parse(r.State.Config)
	if complaint != "" {
		return ""
	}
	return c.Seen
}

// Pairs is how many pairs of statements the sets of strategy hapset have behind the runs of a result, 0 for another
// strategy.
func (r *Result) Pairs() int {
	c, complaint := explore.Parse(r.State.Config)
	if complaint != "" || c.Strategy != "hapset" || c.Seen == "" {
		return 0
	}
	return 1 + strings.Count(c.Seen, ";")
}

// knownSets is the setting of a strategy that begins with the sets of a test, "" for none. A
// file that cannot be read has none: its writer has checked it.
func (o *Options) knownSets(pkg, test string) string {
	if o.Sets == "" {
		return ""
	}
	b, err := regular.Read(o.Sets, regular.Limit)
	if err != nil {
		return ""
	}
	var known KnownSets
	if json.Unmarshal(b, &known) != nil || known[pkg][test] == "" {
		return ""
	}
	setting := " seen=" + known[pkg][test]
	if _, complaint := explore.Parse(o.Strategy + setting); complaint != "" {
		return ""
	}
	return setting
}
