package driver

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/sites"
)

// Methods of the types of the standard library that have a protocol tell of their
// calls themselves (package goroot), so that those in other modules and in the
// standard library are seen. What a call site told is not told again. The site of
// such a call is found in its stack.

// hooked reports whether methods of the standard library are to tell of their calls.
func (p *protocols) hooked() bool {
	if p == nil || p.protocolRun == nil {
		return false
	}
	types := p.protocolRun.types
	return len(types) == 0 || slices.ContainsFunc(types, isHooked)
}

func isHooked(typ string) bool { return goroot.Hooked()[typ] != nil }

// hookReader makes a reader take in the calls of hooked methods in a trace.
func (p *protocols) hookReader(r *typestate.Reader, t *trace.Trace) {
	known := goroot.Hooked()
	r.Hooks(func(typ string, stack trace.StackID) (int, string) {
		frames := t.Stacks[stack]
		i := slices.IndexFunc(frames, func(f trace.Frame) bool { return packageOfFunc(f.Func) == packageOfType(typ) })
		if i < 0 || known[typ] == nil || !p.wanted(typ) {
			return 0, ""
		}
		method := frames[i].Func[strings.LastIndexByte(frames[i].Func, '.')+1:]
		if !slices.Contains(known[typ], method) {
			return 0, ""
		}
		at, own := caller(frames[i:], packageOfType(typ))
		site := sites.Site{
			ID: int(t.Places[stack][1]>>33) | sites.HookSite, File: at.File, Line: at.Line, Func: at.Func, Type: typ, Method: method,
		}
		if own {
			p.noteInStd(site.ID)
		}
		p.table.AddHook(site)
		return site.ID, method
	})
}

func (p *protocols) noteInStd(site int) {
	if p.inStd == nil {
		p.inStd = map[int]bool{}
	}
	p.inStd[site] = true
}

// wanted reports whether the calls of a type are looked at.
func (p *protocols) wanted(typ string) bool {
	types := p.protocolRun.types
	return len(types) == 0 || slices.Contains(types, typ)
}

// caller is where a method of a package was called: the first frame outside of the
// standard library, or, when there is none, of the package.
func caller(frames []trace.Frame, pkg string) (at trace.Frame, inStd bool) {
	at = frames[len(frames)-1]
	found := false
	for _, f := range frames {
		of := packageOfFunc(f.Func)
		if !isStdPackage(of) {
			return f, false
		}
		if !found && of != pkg {
			at, found = f, true
		}
	}
	return at, true
}

// isStdPackage goes by the directory of a package: modules may have names without a
// dot, too.
func isStdPackage(path string) bool {
	return path != "" && path != "main" && std(path+".T") && sites.IsStd(path)
}

// packageOfFunc is the import path of a function's name as the runtime writes it.
func packageOfFunc(name string) string {
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return ""
	}
	return name[:slash+dot]
}

func packageOfType(typ string) string { return strings.TrimSuffix(typ, filepath.Ext(typ)) }

// betweenStd reports whether both calls of a violation are made by the standard
// library on its own account, by goroutines that it started: nobody who reads the
// report can do anything about it.
func (p *protocols) betweenStd(v typestate.Violation) bool {
	c := v.Cause()
	if !p.inStd[v.Call.Site] || c != nil && !p.inStd[c.Site] {
		return false
	}
	if p.between == nil {
		p.between = map[string]bool{}
	}
	p.between[v.State+v.Order()] = true
	return true
}
