package protocol

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// Methods of the types of the standard library that have a protocol tell of their
// calls themselves (package goroot), so that those in other modules and in the
// standard library are seen. A call that a call site told is not told again. The site of
// such a call is found in its stack.

// hooked reports whether methods of the standard library are to tell of their calls.
func (p *Protocols) hooked() bool {
	if p == nil || p.protocolRun == nil {
		return false
	}
	types := p.protocolRun.types
	return len(types) == 0 || slices.ContainsFunc(types, isHooked)
}

func isHooked(typ string) bool { return goroot.Hooked()[typ] != nil }

// hookReader makes a reader take in the calls of hooked methods in a trace.
func (p *Protocols) hookReader(r *typestate.Reader, t *trace.Trace) {
	type key struct {
		typ   string
		stack trace.StackID
	}
	types, known := goroot.Hooked(), map[key]sites.Site{}
	r.Hooks(func(typ string, stack trace.StackID) (int, string) {
		site, ok := known[key{typ, stack}]
		if !ok {
			if p.wanted(typ) {
				site = p.hookSite(t, stack, typ, types[typ])
			}
			known[key{typ, stack}] = site
		}
		return site.ID, site.Method
	})
}

// hookSite makes a site of the stack in which a method told of its call.
func (p *Protocols) hookSite(t *trace.Trace, stack trace.StackID, typ string, methods []string) sites.Site {
	frames := t.Stacks[stack]
	i := slices.IndexFunc(frames, func(f trace.Frame) bool { return stdlib.Package(f.Func) == packageOfType(typ) })
	if i < 0 {
		return sites.Site{}
	}
	method := frames[i].Func[strings.LastIndexByte(frames[i].Func, '.')+1:]
	if !slices.Contains(methods, method) {
		return sites.Site{}
	}
	at, byStd := caller(frames[i:])
	if goroot.IsAdded(at.File) && stdlib.Is(stdlib.Package(at.Func)) {
		return sites.Site{}
	}
	site := sites.Site{
		ID: int(t.Places[stack][1]>>trace.HookShift) | trace.HookSite, File: at.File, Line: at.Line, Func: at.Func, Type: typ, Method: method,
	}
	if byStd {
		p.noteByStd(site.ID)
	}
	p.noteCaller(site, frames[i:])
	p.table.AddHook(site)
	return site
}

// noteCaller keeps the call of the program for a call that a library makes. The identity of a finding has the function of the
// library, and its place is the program's.
func (p *Protocols) noteCaller(site sites.Site, frames []trace.Frame) {
	own := slices.IndexFunc(frames, func(f trace.Frame) bool { return p.isOwn(f.File) && !sites.IsWrapper(f.File) })
	if own < 0 || p.isOwn(site.File) {
		return
	}
	if p.callers == nil {
		p.callers = map[int]trace.Frame{}
	}
	p.callers[site.ID] = frames[own]
}

func (p *Protocols) noteByStd(site int) {
	if p.byStd == nil {
		p.byStd = map[int]bool{}
	}
	p.byStd[site] = true
}

// wanted reports whether the calls of a type are looked at.
func (p *Protocols) wanted(typ string) bool {
	types := p.protocolRun.types
	return len(types) == 0 || slices.Contains(types, typ)
}

// caller is the place in the program at which a method, the first of the frames, was
// called: the first frame outside of the standard library, or, when there is none,
// outside of the package of the method. byStd says that it was not called there, but by
// a function of the standard library.
func caller(frames []trace.Frame) (at trace.Frame, byStd bool) {
	found := false
	for _, f := range frames[1:] {
		of := stdlib.Package(f.Func)
		switch {
		case sites.IsWrapper(f.File):
			continue
		case !stdlib.Is(of):
			return f, byStd
		case !found:
			at, found = f, of != stdlib.Package(frames[0].Func)
		}
		byStd = true
	}
	return at, true
}

func packageOfType(typ string) string { return strings.TrimSuffix(typ, filepath.Ext(typ)) }

// isLeftOut reports whether a violation is none of the program's, and counts it then.
func (p *Protocols) isLeftOut(v typestate.Violation) bool {
	out := p.ofStd(v) || endsWait(v)
	if out {
		if p.left == nil {
			p.left = map[string]bool{}
		}
		p.left[v.State+v.Order()] = true
	}
	return out
}

// ofStd reports whether a violation is an affair of the standard library: no other code
// calls a method of the object, as of a connection of net/http, or what it does is to
// close once more a file that other code has closed, of which it takes no notice.
func (p *Protocols) ofStd(v typestate.Violation) bool {
	again := func(c *typestate.Call) bool { return c != v.Call && c.Method == v.Call.Method && v.Forbids(c.Method) }
	return !slices.ContainsFunc(v.Calls(), func(c *typestate.Call) bool { return !p.byStd[c.Site] }) ||
		p.byStd[v.Call.Site] && slices.ContainsFunc(v.Path, again)
}

// endsWait reports whether the call waits for something, and another goroutine has ended that: what
// it returns says so.
func endsWait(v typestate.Violation) bool {
	ended := func(c *typestate.Call) bool { return c.Method == "Close" && c.G == v.Call.G }
	return protocol.EndedByClose(v.Call.Type, v.Call.Method) && !slices.ContainsFunc(v.Path, ended)
}
