package stdlib

import "sync"

// An Effect is the effect of a function of the standard library or of golang.org/x/sync on its caller and its
// arguments. It is a set.
type Effect uint16

// The effects. Of a function that is not listed nothing is known: it may store what it is given.
const (
	Ends    Effect = 1 << iota // it never returns to its caller
	Calls                      // it calls the functions that it is given before it returns; its caller waits for them
	Once                       // the same for the first call only, and others wait for that one
	Spawns                     // the functions that it is given run in another goroutine
	Counts                     // a Wait of the receiver waits for that goroutine
	Fails                      // it returns with an error in any case
	Wraps                      // the result keeps the argument, and calls its methods
	Borrows                    // it does not keep the objects that it is given, nor brings them to an end
)

// known is the effects by function. Few functions have more than one.
var known = sync.OnceValue(func() map[string]Effect {
	all := map[string]Effect{}
	for effect, names := range listed {
		for _, name := range names {
			all[name] |= effect
		}
	}
	for name := range methods {
		all[name] |= Borrows
	}
	return all
})

// EffectOf returns the effects of a function, as go/types writes it: "os.Exit", "(*sync.Once).Do".
func EffectOf(name string) Effect { return known()[name] }

// Has reports whether an effect is one of a set.
func (e Effect) Has(one Effect) bool { return e&one != 0 }

// FunctionsWith returns the functions that have an effect.
func FunctionsWith(one Effect) (names []string) {
	for effect, list := range listed {
		if effect.Has(one) {
			names = append(names, list...)
		}
	}
	return names
}

// Methods returns the methods that a function calls on its arguments, by argument.
func Methods(name string) []string { return methods[name] }
