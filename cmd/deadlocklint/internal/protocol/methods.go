package protocol

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// maxStates is the largest automaton that people recognise as a protocol.
const maxStates = 15

// mineOne learns the automaton of a type, or returns nil when what was seen is no
// protocol: it has too many states, or forbids nothing. Shorter strings merge more.
func (p *Protocols) mineOne(typ string) (*automaton.Automaton, error) {
	sequences := p.sequences.Of(typ)
	a, err := mine.Mine(typ, sequences, p.learn)
	if err != nil || p.learn.Never {
		return a, err
	}
	if len(a.States) >= maxStates && p.learn.K == mine.DefaultK {
		shorter := p.learn
		shorter.K = 1
		if a, err = mine.Mine(typ, sequences, shorter); err != nil {
			return nil, err
		}
	}
	if n := len(a.States); n >= maxStates {
		p.note("%s: no protocol: the automaton of its calls would have %d states; name a part of the tests with -run, or write one", typ, n)
		return nil, nil
	}
	if len(a.Alphabet()) == 0 {
		return nil, nil
	}
	return a, nil
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
