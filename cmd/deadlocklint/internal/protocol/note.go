package protocol

import (
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
)

func (p *Protocols) note(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(p.notes, s) {
		p.notes = append(p.notes, s)
	}
}

func (p *Protocols) writeNotes() {
	for _, n := range p.notes {
		fmt.Fprintln(p.se.Streams.Err, "deadlocklint: "+n)
	}
	if !p.Verbose {
		return
	}
	fmt.Fprintf(p.se.Streams.Err, "deadlocklint: %d call sites are told\n", len(p.table.Sites))
	for _, why := range []string{sites.SkipEffects, sites.SkipValue, sites.SkipRecover, sites.SkipMany, sites.SkipLocal} {
		if n := p.table.Skipped[why]; n > 0 {
			fmt.Fprintf(p.se.Streams.Err, "deadlocklint: %d call sites are not told: %s\n", n, why)
		}
	}
	if n := len(p.left); n > 0 {
		fmt.Fprintf(p.se.Streams.Err, "deadlocklint: %d orders of calls are left out: the standard library alone uses the object, or closes it again, or another goroutine ends a read by Close\n", n)
	}
}
