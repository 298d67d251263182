package driver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// A search says where the automata of a module are looked for: in comments on
// types of packages, in files of automata, and in a file of sequences.
type search struct {
	dir       string   // to which files are relative
	packages  []string // patterns of the packages whose comments are read
	program   bool     // without their test files
	flags     []string // of the build, that decide which files belong to it
	automata  []string // files with automata
	sequences string   // file with sequences, "" for none
}

// given reads automata from files.
func (s *search) given(files []string) ([]*automaton.Automaton, error) {
	var all []*automaton.Automaton
	for _, name := range files {
		text, err := os.ReadFile(s.path(name))
		if err != nil {
			return nil, Usage(fmt.Errorf("%w; name a file with automata", err))
		}
		list, err := automaton.Parse(text)
		if err != nil {
			return nil, Usage(fmt.Errorf("%s: %w", name, err))
		}
		all = append(all, list...)
	}
	return all, nil
}

// readSequences reads the file that accumulates; one that is not there is empty.
func (s *search) readSequences() (*mine.Sequences, error) {
	if s.sequences == "" {
		return &mine.Sequences{}, nil
	}
	text, err := os.ReadFile(s.path(s.sequences))
	if errors.Is(err, os.ErrNotExist) {
		return &mine.Sequences{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w; name another file of sequences", err)
	}
	q, err := mine.ParseSequences(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.sequences, err)
	}
	return q, nil
}

// path is a file that the user named, relative to -C.
func (s *search) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}

// findFiles makes the search use the files in the root of the module, its directory.
func (s *search) findFiles() error {
	for name, to := range map[string]*string{automataFile: nil, sequencesFile: &s.sequences} {
		switch _, err := os.Stat(filepath.Join(s.dir, name)); {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return fmt.Errorf("%w; remove the file, or make it readable", err)
		case to == nil:
			s.automata = []string{name}
		default:
			*to = name
		}
	}
	return nil
}

// The files in the root of a module that say that its tests are checked against
// protocols: typestate mine -save writes them, and test only reads them.
const (
	automataFile  = "deadlocklint.typestate"
	sequencesFile = "deadlocklint.sequences"
)

// typesOf are the types that automata and sequences are about.
func typesOf(automata []*automaton.Automaton, sequences *mine.Sequences) []string {
	list := sequences.Types()
	for _, a := range automata {
		list = append(append(list, a.Type), a.Also...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
