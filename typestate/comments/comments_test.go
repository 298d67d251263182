package comments

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

const stores = `package store

// A Store holds things.
//
//deadlocklint:typestate new Open
//deadlocklint:typestate state open
//deadlocklint:typestate   Get Put -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Store struct{}

type (
	// A Plain has none.
	Plain struct{}

	//deadlocklint:typestate state s final
	//deadlocklint:typestate   M -> s
	Grouped struct{}
)

//deadlocklint:typestates are something else
type Other struct{}

//deadlocklint:typestate state s
var notAType int

//deadlocklint:typestate M -> s
type Wrong struct{}

//deadlocklint:typestate state s
//deadlocklint:typestate type example.com/store.Plain
//deadlocklint:typestate state s
type Two struct{}
`

// TestIn reads what is above types and addressed to us, and nothing else.
func TestIn(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "store.go", stores, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"Store":   "type example.com/store.Store\nnew example.com/store.Open\nstate open\n  Get Put -> open\n  Close -> closed\nstate closed final\n",
		"Grouped": "type example.com/store.Grouped\nstate s final\n  M -> s\n",
		"Wrong":   "line 1 of it: an edge before any state",
		"Two":     "more than one type",
	}
	list := Directives(file)
	if len(list) != len(want) {
		t.Errorf("%d comments, want %d", len(list), len(want))
	}
	for _, c := range list {
		a, err := c.Automaton("example.com/store")
		var got string
		if err != nil {
			got = err.Error()
		} else {
			got = string(automaton.Format(a))
		}
		if w, ok := want[c.Name.Name]; !ok || !strings.Contains(got, w) {
			t.Errorf("%s: %q, want %q", c.Name.Name, got, w)
		}
	}
}
