package predict

import (
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Site is a place in the program in the form of static checks. The name of its file has no
// directory, since the name of its function has the package.
type Site struct {
	Func string // package main by its import path, type arguments as "[...]"
	File string // base name
	Line int
}

// Coverage has the places that the recorded runs came to. These are all lines on the
// call stacks of recorded events, and the locks that were requested while others were
// held. Places at which goroutines record nothing are not in it.
type Coverage struct {
	sites  map[Site]bool
	nested map[[2]Site]bool

	lines       map[SourceLine]bool
	nestedLines map[[2]SourceLine]bool
}

// A SourceLine is a line of a file by its whole path. It gives the place of a goroutine also where the compiler has inlined the
// function. A literal in that function is then named after the caller.
type SourceLine struct {
	File string
	Line int
}

// Covers reports whether a run came to the site, or to the line.
func (r *Coverage) Covers(s Site, l SourceLine) bool { return r.sites[s] || r.lines[l] }

// CoversNesting reports whether a lock was requested at one site, or line, by a goroutine that
// held a lock which it had acquired at another.
func (r *Coverage) CoversNesting(held, wanted Site, heldLine, wantedLine SourceLine) bool {
	return r.nested[[2]Site{held, wanted}] || r.nestedLines[[2]SourceLine{heldLine, wantedLine}]
}

func newReached() *Coverage {
	return &Coverage{sites: map[Site]bool{}, nested: map[[2]Site]bool{}, lines: map[SourceLine]bool{}, nestedLines: map[[2]SourceLine]bool{}}
}

// reach notes where a process was. It costs one look at each stack, and at each
// lock dependency.
func (p *process) reach(r *Coverage) {
	for _, frames := range p.trace.Stacks {
		for _, f := range frames {
			r.sites[p.siteOf(f)] = true
			r.lines[SourceLine{f.File, f.Line}] = true
		}
	}
	for _, d := range p.relation.Dependencies() {
		frame := p.site(d.Stack)
		wanted, line := p.siteOf(frame), SourceLine{frame.File, frame.Line}
		for _, h := range d.Held {
			held := p.site(h.Stack)
			r.nested[[2]Site{p.siteOf(held), wanted}] = true
			r.nestedLines[[2]SourceLine{{held.File, held.Line}, line}] = true
		}
	}
}

// siteOf takes a call that go or defer makes for the statement that said so: the
// compiler wraps such calls in functions of their own.
func (p *process) siteOf(f trace.Frame) Site {
	return Site{Func: p.names.fn(unwrapped(f.Func)), File: filepath.Base(f.File), Line: f.Line}
}

// unwrapped is the function in whose source a wrapper of the compiler stands.
func unwrapped(fn string) string {
	for _, w := range []string{".deferwrap", ".gowrap"} {
		if i := strings.LastIndex(fn, w); i > 0 && strings.Trim(fn[i+len(w):], "0123456789") == "" {
			return fn[:i]
		}
	}
	return fn
}
