package sources

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/comments"
)

// protocolComment matches a line of an automaton above a type.
var protocolComment = regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(comments.Prefix) + `[ \t]`)

// Commented returns the automata in comments on types, as the static check reads them.
// It reads the packages of a search, and those that they import in the module and the
// workspace. Most programs have none, and are not parsed for it.
func (s *Search) Commented(ctx context.Context, work string) ([]*automaton.Automaton, error) {
	sources, err := load.Mentioning(ctx, load.Options{Dir: work, Patterns: s.Packages, Tests: !s.Program, Flags: s.Flags, Lists: s.Lists}, protocolComment)
	if err != nil {
		return nil, err
	}
	var all []*automaton.Automaton
	for _, source := range sources {
		list, err := inSource(source)
		if err != nil {
			name := source.Name
			if rel, err := filepath.Rel(work, name); err == nil {
				name = rel
			}
			return nil, command.Usage(fmt.Errorf("%s:%w", name, err))
		}
		all = append(all, list...)
	}
	return all, nil
}

// inSource reads the automata of a file. The error begins with a line number.
func inSource(s load.Source) ([]*automaton.Automaton, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, s.Name, s.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil // the build says it better
	}
	var list []*automaton.Automaton
	for _, c := range comments.Directives(file) {
		a, err := c.Automaton(s.Package)
		if err != nil {
			return nil, fmt.Errorf("%d: the protocol of %s: %w", fset.Position(c.Pos).Line, c.Name.Name, err)
		}
		list = append(list, a)
	}
	return list, nil
}
