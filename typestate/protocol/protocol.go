// Package protocol holds the automata of types of the standard library, as their
// documentation defines them. They are text files. deadlocklint typestate show prints
// them. Tests compare each automaton with the real package: a sequence that it forbids
// fails there, or is documented to be wrong.
package protocol

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

//go:embed *.typestate
var files embed.FS

// Shipped returns the automata, in the order of their files' names.
func Shipped() []*automaton.Automaton {
	names, err := fs.Glob(files, "*.typestate")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var all []*automaton.Automaton
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err == nil {
			var list []*automaton.Automaton
			list, err = automaton.Parse(text)
			all = append(all, list...)
		}
		if err != nil {
			panic(fmt.Sprintf("protocol: %s: %v", name, err)) // a test reads them all
		}
	}
	return all
}

// Types returns the types that the shipped automata are about.
func Types() []string {
	var types []string
	for _, a := range Shipped() {
		types = append(types, a.Type)
		types = append(types, a.Also...)
	}
	return types
}

// EndedByClose reports whether a method waits for data, and a Close in another
// goroutine ends it on purpose. An example is a read of a pipe, a terminal or a device.
// (Connections and listeners need no such rule: their automata ignore methods that
// wait.) In the goroutine that closes it is wrong.
func EndedByClose(typ, method string) bool { return typ == "os.File" && method == "Read" }
