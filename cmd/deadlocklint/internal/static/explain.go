package static

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/output"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// Explains reports whether Explain knows a check by that name.
func Explains(name string) bool {
	return suite.Named(name) != "" || output.RunPages()[checks.Current(name)] != "" || condvar.Kinds()[checks.Current(name)] != ""
}

// Explain prints the documentation of a check, or the list of the static ones and of those that only a run makes.
func Explain(_ context.Context, s command.Streams, args []string) error {
	docs := Docs()
	var names []string
	for name := range docs {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(args) == 0 {
		for _, name := range names {
			title, _, _ := strings.Cut(docs[name], "\n")
			fmt.Fprintf(s.Out, "%-14s %s\n", name, title)
		}
		return nil
	}
	name := suite.Named(args[0])
	if page := string(checks.Current(args[0])); name == "" && docs[page] != "" {
		name = page
	}
	if kind := condvar.Kinds()[checks.Current(args[0])]; kind != "" && name == "" && len(args) == 1 {
		fmt.Fprintf(s.Out, "%s: %s. It is found in runs: deadlocklint help test, -condvar.\n", checks.Current(args[0]), kind)
		return nil
	}
	if name == "" || len(args) > 1 {
		return command.Usage(fmt.Errorf("there is no check %q; run deadlocklint help checks for the list", strings.Join(args, " ")))
	}
	fmt.Fprintf(s.Out, "%s: %s\n", name, docs[name])
	return nil
}

// Docs are the pages of all checks that have one, by their names.
func Docs() map[string]string {
	docs := suite.Docs()
	for name, page := range output.RunPages() {
		docs[string(name)] = page
	}
	return docs
}
