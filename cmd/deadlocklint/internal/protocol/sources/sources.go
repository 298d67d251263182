// Package sources finds the automata of a module. They are in comments on types, in the
// file deadlocklint.typestate, and in files that a flag names. It also finds the
// sequences of calls in deadlocklint.sequences, from which package mine infers
// automata.
//
// It reads files and comments, and runs nothing.
package sources

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// A Search has the places of a module's automata: comments on types of packages, files
// of automata, and a file of sequences.
type Search struct {
	Dir       string      // to which files are relative
	Packages  []string    // patterns of the packages whose comments are read
	Program   bool        // without their test files
	Flags     []string    // of the build, that decide which files belong to it
	Automata  []string    // files with automata
	Sequences string      // file with sequences, "" for none
	Lists     *load.Lists // of the packages, nil for a list of its own
}

// Given reads automata from files.
func (s *Search) Given(files []string) ([]*automaton.Automaton, error) {
	var all []*automaton.Automaton
	for _, name := range files {
		text, err := os.ReadFile(s.Path(name))
		if err != nil {
			return nil, command.Usage(fmt.Errorf("%w; name a file with automata", err))
		}
		list, err := automaton.Parse(text)
		if err != nil {
			return nil, command.Usage(fmt.Errorf("%s: %w", name, err))
		}
		all = append(all, list...)
	}
	return all, nil
}

// ReadSequences reads the file that accumulates; a missing file is empty.
func (s *Search) ReadSequences() (*mine.Sequences, error) {
	if s.Sequences == "" {
		return &mine.Sequences{}, nil
	}
	text, err := os.ReadFile(s.Path(s.Sequences))
	if errors.Is(err, os.ErrNotExist) {
		return &mine.Sequences{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w; name another file of sequences", err)
	}
	q, err := mine.ParseSequences(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Sequences, err)
	}
	return q, nil
}

// Path is a file that the user named, relative to -C.
func (s *Search) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.Dir, name)
}

// FindFiles makes the search use the files in the root of the module, its directory.
func (s *Search) FindFiles() error {
	for name, to := range map[string]*string{AutomataFile: nil, SequencesFile: &s.Sequences} {
		switch info, err := os.Stat(filepath.Join(s.Dir, name)); {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return fmt.Errorf("%w; remove the file, or make it readable", err)
		case !info.Mode().IsRegular(): // the user did not name it, so that no pipe is meant
			return fmt.Errorf("%s is no regular file; remove it, or name another one with typestate check", name)
		case to == nil:
			s.Automata = []string{name}
		default:
			*to = name
		}
	}
	return nil
}

// These files in the root of a module say that its tests are checked against protocols.
// The command typestate mine -save writes them, and test only reads them.
const (
	AutomataFile  = "deadlocklint.typestate"
	SequencesFile = "deadlocklint.sequences"
)

// Types are the types that automata and sequences are about.
func Types(automata []*automaton.Automaton, sequences *mine.Sequences) []string {
	list := sequences.Types()
	for _, a := range automata {
		list = append(append(list, a.Type), a.Also...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
