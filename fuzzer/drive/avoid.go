package drive

import (
	"go/types"
	"slices"
)

// This file takes drivers in that were played, so that later ones leave out what panics nearly always: a function that may be called once in
// a process or wants an argument nobody can guess, and a literal that no constructor has filled.

// An Outcome is a driver that was played.
type Outcome struct {
	Driver   *Driver
	Panicked int // the number of the call that has made it void, -1 for none
}

// A function is left out after so many void drivers, if these are such a share of those with a verdict about it.
const (
	leastPanics = 3
	panicShare  = 0.75
)

// A count is of the drivers with a function, or with a literal of a type.
type count struct{ drivers, void int }

func (o count) isUsual() bool {
	return o.void >= leastPanics && float64(o.void) >= panicShare*float64(o.drivers)
}

// Avoid makes later drivers without what has panicked in most of these, and without calls of the functions named deadly by their goroutines. A
// driver that another call has made void says nothing about the rest. The words of earlier calls of Avoid hold on.
func (a *API) Avoid(list []Outcome, deadly ...string) {
	functions, literals := map[string]*count{}, map[string]*count{}
	for _, o := range list {
		note(functions, o, Call.called)
		note(literals, o, o.Driver.literalType)
	}
	if a.avoided == nil {
		a.avoided, a.unusable = map[string]bool{}, map[string]bool{}
	}
	addUsual(a.avoided, functions)
	addUsual(a.unusable, literals)
	for _, name := range deadly {
		a.avoided[name] = true
	}
}

// note counts a driver once for each name that its own calls have.
func note(at map[string]*count, o Outcome, nameOf func(Call) string) {
	calls := o.Driver.calls()[:o.Driver.Own()]
	names := map[string]bool{}
	guilty := ""
	if o.Panicked >= 0 && o.Panicked < len(calls) {
		guilty = nameOf(calls[o.Panicked])
		names[guilty] = true
	}
	for _, c := range calls {
		if o.Panicked < 0 {
			names[nameOf(c)] = true
		}
	}
	delete(names, "")
	for name := range names {
		if at[name] == nil {
			at[name] = &count{}
		}
		at[name].drivers++
		if name == guilty {
			at[name].void++
		}
	}
}

func addUsual(list map[string]bool, at map[string]*count) {
	for name, o := range at {
		list[name] = list[name] || o.isUsual()
	}
}

// isLiteral reports whether a call is the literal of an object.
func (c Call) isLiteral() bool { return c.Results == nil && c.Sets != nil }

// called is the function of a call, "" for a literal.
func (c Call) called() string {
	if c.isLiteral() {
		return ""
	}
	return c.Name
}

// literalType is the type of the literal that is the object of a call, "" for none.
func (d *Driver) literalType(c Call) string {
	for _, made := range d.Seq {
		if made.isLiteral() && c.Recv != "" && slices.Contains(made.Sets, c.Recv) {
			return made.Name
		}
	}
	return ""
}

// offered are the functions that no driver has shown to panic nearly always.
func (a *API) offered(list []function) []function {
	return slices.DeleteFunc(slices.Clone(list), func(f function) bool { return a.avoided[f.key()] })
}

// isUsable reports whether a literal of a type may be an object.
func (a *API) isUsable(n *types.Named) bool { return n == nil || !a.unusable[a.typeName(n)] }
