package predict

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A setting is the part of the program that starts a goroutine.
type setting uint8

// The settings. A goroutine inherits its setting from its parent, unless a Once says more.
const (
	atWork  setting = iota // main works, or a test
	outside                // a package is initialised, or tests are set up
	atOnce                 // a function of a Once runs, at the first use of something
)

// noteSetting notes in which setting a goroutine starts another one.
func (p *process) noteSetting(e trace.Event) {
	in := p.settings[e.G]
	calls := p.trace.Stacks[e.Stack()]
	switch {
	case has(calls, func(fn string) bool { return strings.HasPrefix(fn, "sync.(*Once).") }):
		in = atOnce
	case e.G == mainGoroutine && (p.target != nil && p.target.Test || !has(calls, func(fn string) bool { return fn == "main.main" })):
		in = outside
	}
	if in != atWork {
		p.settings[trace.G(e.Obj)] = in
	}
}

func has(calls []trace.Frame, fn func(string) bool) bool {
	return slices.ContainsFunc(calls, func(f trace.Frame) bool { return fn(f.Func) })
}

// serves reports whether a goroutine was started to serve as long as the process lives: by the initialisation of a package,
// by TestMain, or by a Once. Package testing starts tests outside of all tests, which are no service.
func (p *process) serves(g trace.G) bool {
	in := p.settings[g]
	return in == atOnce || in == outside && p.tests[g] == ""
}
