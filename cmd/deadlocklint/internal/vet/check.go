package vet

import (
	"flag"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// Checks returns the checks that go vet runs with these arguments. They are the checks that are
// on by default and those that a flag -enable lists. A flag with the name of a check works as
// a flag of go vet's own checks does. The flag -lockheld selects that check alone, and
// -lockheld=false selects all others. Checks also declares -enable and -scope in flags, for unitchecker to
// accept them and go vet to list them.
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
	list, err := suite.Select(lockfacts.Options{Sole: true}, *scope, *enable)
	if err != nil && description(args).VetxOnly {
		// go vet shows it for each package that the user asked for, and needs the facts of
		// the others: facts do not depend on the enabled checks.
		return suite.Select(lockfacts.Options{Sole: true}, *scope, "")
	}
	return list, err
}

// readVetFlags reads the flags before the file that describes the package, and
// returns the checks whose names are flags.
func readVetFlags(args []string, values map[string]*string) (named []string) {
	docs, words := suite.Docs(), 0
	for name, value := range flagsIn(args, &words) {
		if v, ok := values[name]; ok {
			*v = value
		} else if _, ok := docs[name]; ok {
			if _, err := strconv.ParseBool(value); err == nil || value == "" {
				named = append(named, name)
			}
		}
	}
	return named
}

// valued are the flags of a vettool whose value may be the next argument: ours, and those of
// unitchecker that are not switches.
var valued = map[string]bool{"enable": true, "scope": true, "c": true, "tags": true}

// flagsIn yields the flags in a command line with their values, in both forms: -name=value and -name value.
// It counts in words the arguments that are neither a flag nor the value of one.
func flagsIn(args []string, words *int) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i := 0; i < len(args); i++ {
			if !strings.HasPrefix(args[i], "-") {
				*words++
				continue
			}
			name, value, given := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
			if !given && valued[name] && i+1 < len(args) {
				i++
				value = args[i]
			}
			if !yield(name, value) {
				return
			}
		}
	}
}
