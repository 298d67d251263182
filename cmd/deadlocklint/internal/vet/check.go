package vet

import (
	"flag"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// Checks returns the checks that go vet runs with the arguments it gives us:
// those that are on by default and those that a flag -enable lists. A flag with the
// name of a check means what it means for go vet's own: -lockheld that check alone,
// -lockheld=false all but that one. It also declares -enable and -scope in flags, for
// unitchecker to accept them and go vet to list them.
func Checks(args []string, flags *flag.FlagSet) ([]*analysis.Analyzer, error) {
	enable := flags.String("enable", "", "checks to run besides those that are on by default, separated by commas, or all")
	scope := flags.String("scope", "", "module path prefixes, separated by commas, to look at in depth besides the main module")
	if slices.Contains(args, "-flags") {
		return suite.Select(lockfacts.Options{}, "", "all") // each has a flag of its own
	}
	named := readVetFlags(args, map[string]*string{"enable": enable, "scope": scope})
	if *enable != "all" {
		*enable = strings.Join(append(named, *enable), ",")
	}
	return suite.Select(lockfacts.Options{Sole: true}, *scope, *enable)
}

// readVetFlags fills in what comes before the file that describes the package, and
// returns the checks whose names are flags.
func readVetFlags(args []string, values map[string]*string) (named []string) {
	docs := suite.Docs()
	for _, a := range args {
		name, value, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if v, ok := values[name]; ok && strings.HasPrefix(a, "-") {
			*v = value
		} else if _, ok := docs[name]; ok && strings.HasPrefix(a, "-") {
			if _, err := strconv.ParseBool(value); err == nil || value == "" {
				named = append(named, name)
			}
		}
	}
	return named
}
