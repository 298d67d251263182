// Package suite is the list of all static checks.
//
// go vet, the whole-program driver and the documentation take it from here: a
// check that is not in the list does not exist. The package runs nothing.
package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/callback"
	"github.com/deadlocklint/deadlocklint/passes/chanblock"
	"github.com/deadlocklint/deadlocklint/passes/condcheck"
	"github.com/deadlocklint/deadlocklint/passes/condsignal"
	"github.com/deadlocklint/deadlocklint/passes/declared"
	"github.com/deadlocklint/deadlocklint/passes/directives"
	"github.com/deadlocklint/deadlocklint/passes/distant"
	"github.com/deadlocklint/deadlocklint/passes/doublelock"
	"github.com/deadlocklint/deadlocklint/passes/interleaving"
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
	reports []checks.Name // the checks that its findings are of
	quiet   bool          // off by default: not precise enough to be seen unasked
}

var table = []check{
	{make: lockorder.New, reports: []checks.Name{checks.LockOrder}},
	{make: distant.New, reports: []checks.Name{checks.LockOrder}, quiet: true},
	{make: doublelock.New, reports: []checks.Name{checks.DoubleLock, checks.RecursiveRLock}},
	{make: missingunlock.New, reports: []checks.Name{checks.MissingUnlock, checks.UnlockUnlocked}},
	{make: lockheld.New, reports: []checks.Name{checks.LockHeld}},
	{make: condcheck.New, reports: []checks.Name{
		checks.CondWaitUnlocked, checks.CondUnlockedWrite, checks.CondWaitLoop, checks.CondMissedSignal, checks.CondWaitUnconditional,
		checks.CondNobodySignals, checks.CondForgottenSignal, checks.CondSignal,
	}},
	{make: condsignal.New, reports: []checks.Name{checks.CondSignal}, quiet: true},
	{make: waitgroup.New, reports: []checks.Name{checks.WaitGroupAdd, checks.WaitGroupDone, checks.WaitGroupReuse}, quiet: true},
	{make: once.New, reports: []checks.Name{checks.Once}},
	{make: chanblock.New, reports: []checks.Name{checks.BlocksForever, checks.DoubleClose, checks.SendClosed, checks.NeverEnds, checks.WaitGroupSelf}},
	{make: twice.New, reports: []checks.Name{checks.DoubleClose, checks.BlocksForever}, quiet: true},
	{make: interleaving.New, reports: []checks.Name{checks.BlocksForever}, quiet: true},
	{make: typestate.New, reports: []checks.Name{checks.Typestate, checks.Unfinished, checks.DroppedError, checks.TypestateComment}},
	{make: callback.New, reports: []checks.Name{checks.Callback}, quiet: true},
	{make: declared.New, reports: []checks.Name{checks.DeclaredOrder, checks.DeclaredHolds, checks.DeclaredComment}},
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
			names = append(names, cmp.Or(Named(name), name))
		}
	}
	list := build(facts, names, enable == "all")
	for _, name := range names {
		if !slices.ContainsFunc(list, func(a *analysis.Analyzer) bool { return a.Name == name }) {
			return nil, fmt.Errorf("there is no check %q; run deadlocklint help checks for the list", name)
		}
	}
	return list, nil
}

func build(facts *analysis.Analyzer, enable []string, all bool) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, c := range table {
		a := c.make(facts)
		if !c.quiet || all || slices.Contains(enable, a.Name) {
			list = append(list, a)
		}
	}
	return append(list, directives.New(facts, list, known()))
}

// Analyzer returns the name of the analyzer that reports findings of a check,
// or "" for those that only a run shows.
// The analyzer that bears the check's name comes first.
func Analyzer(check checks.Name) string {
	if _, ok := Docs()[string(check)]; ok {
		return string(check)
	}
	for _, c := range table {
		if slices.Contains(c.reports, check) {
			return c.make(lockfacts.Analyzer).Name
		}
	}
	return ""
}

// Named returns the name of the analyzer that a user's word means. The word is the name of
// the analyzer, or of a check that it reports. A former name of a check works too. The result
// is "" when no analyzer has that name.
func Named(word string) string {
	if _, ok := Docs()[word]; ok {
		return word
	}
	return Analyzer(checks.Current(word))
}

// known are the words that may follow //deadlocklint:ignore besides ids.
func known() []string {
	var list []string
	for _, c := range checks.All() {
		list = append(append(list, string(c)), c.Former()...)
	}
	for _, c := range table {
		list = append(list, c.make(lockfacts.Analyzer).Name)
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
