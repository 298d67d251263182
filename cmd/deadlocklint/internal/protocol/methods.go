package protocol

import (
	"errors"
	"fmt"
	"go/token"
	"strings"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// maxStates is the largest automaton that people recognise as a protocol.
const maxStates = 15

// mineOne learns the automaton of a type, or returns nil when it forbids nothing. Shorter
// strings merge more. Of a type with too many states it learns only which methods never
// come after which.
func (p *Protocols) mineOne(typ string) (*automaton.Automaton, error) {
	sequences := p.sequences.Of(typ)
	a, err := mine.Mine(typ, sequences, p.learn)
	if p.learn.Never {
		return a, err
	}
	if err == nil && len(a.States) >= maxStates && p.learn.K == mine.DefaultK {
		shorter := p.learn
		shorter.K = 1
		a, err = mine.Mine(typ, sequences, shorter)
	}
	switch {
	case errors.Is(err, mine.ErrTooLarge):
		return p.mineAbsence(typ, sequences, err.Error()), nil
	case err != nil:
		return nil, err
	case len(a.States) >= maxStates:
		return p.mineAbsence(typ, sequences, fmt.Sprintf("%s: the automaton of its calls would have %d states or more", typ, maxStates)), nil
	case len(a.Alphabet()) == 0:
		return nil, nil
	}
	return a, nil
}

// mineAbsence learns which methods never come after which, and says why no more is learned.
func (p *Protocols) mineAbsence(typ string, sequences []mine.Sequence, why string) *automaton.Automaton {
	a := mine.Absence(typ, sequences, maxStates)
	if a == nil {
		p.note("no protocol: %s, and no method ends another one; name a part of the tests with -run, or write one", why)
		return nil
	}
	p.note("%s: it only says which methods never come after which; name a part of the tests with -run, or write one", why)
	return a
}

// keeps says which methods of a type are of its protocol: those of its clients. A
// method that is not exported is one when a test calls it, or when no method is
// exported. Accessors and counters are none.
func (p *Protocols) keeps(typ string) func(method string) bool {
	exported, tested := false, map[string]bool{}
	for _, s := range p.table.Sites {
		if s.Type == typ {
			exported = exported || token.IsExported(s.Method)
			tested[s.Method] = tested[s.Method] || strings.HasSuffix(s.File, "_test.go")
		}
	}
	return func(method string) bool {
		return !p.table.Silent(typ, method) && (!exported || token.IsExported(method) || tested[method])
	}
}

// maxNamed is how many call sites a line names.
const maxNamed = 3

// noteNotTold names the call sites on the types of automata that could not be told.
func (p *Protocols) noteNotTold(automata []*automaton.Automaton) {
	var names []string
	more := 0
	for _, s := range p.table.NotTold {
		for _, a := range automata {
			switch {
			case !a.Covers(s.Type):
			case len(names) == maxNamed:
				more++
			default:
				names = append(names, fmt.Sprintf("%s at %s", s.Method, p.sitePos(s)))
			}
		}
	}
	if len(names) == 0 {
		return
	}
	text := strings.Join(names, ", ")
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	p.note("not seen: %s: the receiver has a type without a name there, or the method recovers; give the object a variable", text)
}
