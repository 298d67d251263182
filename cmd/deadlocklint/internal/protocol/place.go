package protocol

import (
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
)

func (p *Protocols) method(site int) string {
	s, _ := p.table.Site(site)
	return s.Method
}

// pos is the position of a call, relative to the module.
func (p *Protocols) pos(c *typestate.Call) string {
	s, _ := p.table.Site(c.Site)
	return p.sitePos(s)
}

func (p *Protocols) sitePos(s sites.Site) string {
	if rel, err := filepath.Rel(p.se.Root(), s.File); err == nil && !strings.HasPrefix(rel, "..") {
		s.File = filepath.ToSlash(rel)
	}
	return s.Pos()
}

func (p *Protocols) fn(c *typestate.Call) string {
	s, _ := p.table.Site(c.Site)
	return s.Func
}

// edge is a call as far as it is the same when lines move.
func (p *Protocols) edge(c *typestate.Call) lockgraph.EdgeKey {
	return lockgraph.EdgeKey{Func: p.fn(c), Class: c.Type + "." + c.Method}
}
