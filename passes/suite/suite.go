// Package suite is the list of all static checks.
//
// go vet, the whole-program driver and the documentation take it from here: a
// check that is not in the list does not exist. The package runs nothing.
package suite

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/passes/callback"
	"github.com/deadlocklint/deadlocklint/passes/chanblock"
	"github.com/deadlocklint/deadlocklint/passes/condcheck"
	"github.com/deadlocklint/deadlocklint/passes/condsignal"
	"github.com/deadlocklint/deadlocklint/passes/declared"
	"github.com/deadlocklint/deadlocklint/passes/directives"
	"github.com/deadlocklint/deadlocklint/passes/distant"
	"github.com/deadlocklint/deadlocklint/passes/doublelock"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/lockheld"
	"github.com/deadlocklint/deadlocklint/passes/lockorder"
	"github.com/deadlocklint/deadlocklint/passes/missingunlock"
	"github.com/deadlocklint/deadlocklint/passes/once"
	"github.com/deadlocklint/deadlocklint/passes/twice"
	"github.com/deadlocklint/deadlocklint/passes/typestate"
	"github.com/deadlocklint/deadlocklint/passes/waitgroup"
)

// A check is a row of the table.
type check struct {
	make    func(facts *analysis.Analyzer) *analysis.Analyzer
	reports []string // the names in its findings, which are those of the dynamic side where there is one
	quiet   bool     // off by default: not precise enough to be seen unasked
}

var checks = []check{
	{make: lockorder.New, reports: []string{"cycle"}},
	{make: distant.New, reports: []string{"cycle"}, quiet: true},
	{make: doublelock.New, reports: []string{"double-lock", "recursive-rlock"}},
	{make: missingunlock.New, reports: []string{"missing-unlock", "unlock-unlocked"}},
	{make: lockheld.New, reports: []string{"lock-held"}},
	{make: condcheck.New, reports: []string{
		"cond-wait-unlocked", "cond-unlocked-write", "cond-wait-loop", "cond-missed-signal", "cond-wait-unconditional",
		"cond-nobody-signals", "cond-forgotten-signal", "cond-signal",
	}},
	{make: condsignal.New, reports: []string{"cond-signal"}, quiet: true},
	{make: waitgroup.New, reports: []string{"waitgroup-add", "waitgroup-done", "waitgroup-reuse"}, quiet: true},
	{make: once.New, reports: []string{"once-reentered"}},
	{make: chanblock.New, reports: []string{"blocks-forever", "double-close", "send-closed", "never-ends", "waitgroup-self"}},
	{make: twice.New, reports: []string{"double-close", "blocks-forever"}, quiet: true},
	{make: typestate.New, reports: []string{"typestate", "unfinished", "typestate-comment"}, quiet: true},
	{make: callback.New, reports: []string{callback.Reports}, quiet: true},
	{make: declared.New, reports: []string{"declared-order", "declared-holds", "declared-comment"}},
}

// Analyzers returns the checks that are on by default, in the order in which
// they are documented.
func Analyzers() []*analysis.Analyzer { return build(lockfacts.Analyzer, nil, false) }

// Select returns the checks that are on by default and those in the list
// enable, on top of facts with that scope.
func Select(opt lockfacts.Options, scope, enable string) ([]*analysis.Analyzer, error) {
	facts := lockfacts.With(opt)
	if err := facts.Flags.Set("scope", scope); err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.SplitSeq(enable, ",") {
		if name != "" && name != "all" {
			names = append(names, name)
		}
	}
	list := build(facts, names, enable == "all")
	for _, name := range names {
		if !slices.ContainsFunc(list, func(a *analysis.Analyzer) bool { return a.Name == name }) {
			return nil, fmt.Errorf("there is no check %q; run deadlocklint explain for the list", name)
		}
	}
	return list, nil
}

func build(facts *analysis.Analyzer, enable []string, all bool) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, c := range checks {
		a := c.make(facts)
		if !c.quiet || all || slices.Contains(enable, a.Name) {
			list = append(list, a)
		}
	}
	return append(list, directives.New(facts, list, known()))
}

// Analyzer returns the name of the analyzer that reports findings of that name,
// or "" for those that only a run shows.
func Analyzer(reported string) string {
	for _, c := range checks {
		if slices.Contains(c.reports, reported) {
			return c.make(lockfacts.Analyzer).Name
		}
	}
	if reported == directives.Reports {
		return directives.New(lockfacts.Analyzer, nil, nil).Name
	}
	return ""
}

// known are the words that may follow //deadlocklint:ignore besides ids.
func known() []string {
	list := []string{"accident", "cross-test"} // of the dynamic side
	for kind := range condvar.Kinds() {
		list = append(list, string(kind))
	}
	for _, c := range checks {
		list = append(append(list, c.reports...), c.make(lockfacts.Analyzer).Name)
	}
	return list
}

// Docs returns the documentation of every check by name, also of those that
// are off by default.
func Docs() map[string]string {
	docs := map[string]string{}
	for _, a := range build(lockfacts.Analyzer, nil, true) {
		docs[a.Name] = a.Doc
	}
	return docs
}
