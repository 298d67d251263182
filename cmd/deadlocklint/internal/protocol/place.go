package protocol

import (
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
)

func (p *Protocols) method(site int) string {
	s, _ := p.table.Site(site)
	return s.Method
}

// pos is the position of a call, relative to the module. The call of the program stands for a call by a library.
func (p *Protocols) pos(c *typestate.Call) string {
	s, _ := p.table.Site(c.Site)
	if f, ok := p.callers[c.Site]; ok {
		s = sites.Site{File: f.File, Line: f.Line}
	}
	return p.sitePos(s)
}

// place is the position of a call, and that of the library which made it for the program.
func (p *Protocols) place(c *typestate.Call) string {
	at := p.pos(c)
	if _, ok := p.callers[c.Site]; !ok {
		return at
	}
	s, _ := p.table.Site(c.Site)
	return at + ", inside " + p.sitePos(s)
}

func (p *Protocols) sitePos(s sites.Site) string {
	s.File = p.relative(s.File)
	return s.Pos()
}

// relative names a file of the module by its path there, and one of another module as other findings do.
func (p *Protocols) relative(file string) string { return module.Relative(p.se.Root(), file) }

// isOwn reports whether a file is the program's, and of no other module.
func (p *Protocols) isOwn(file string) bool {
	rel, err := filepath.Rel(p.se.Root(), file)
	return err == nil && filepath.IsLocal(rel) && !strings.Contains("/"+filepath.ToSlash(rel), "/vendor/") && !strings.Contains(rel, "@v")
}

// fn is the function in which a call is told.
func (p *Protocols) fn(c *typestate.Call) string {
	if f, ok := p.callers[c.Site]; ok {
		return f.Func
	}
	return p.siteFunc(c)
}

func (p *Protocols) siteFunc(c *typestate.Call) string {
	s, _ := p.table.Site(c.Site)
	return s.Func
}

// edge is a call as far as it is the same when lines move.
func (p *Protocols) edge(c *typestate.Call) lockgraph.EdgeKey {
	return lockgraph.EdgeKey{Func: p.siteFunc(c), Class: c.Type + "." + c.Method}
}
