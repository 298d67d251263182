package protocol

import (
	"context"
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// countUnseen says which calls of the methods of automata are in packages that are
// compiled as they are: an order with such a call is not looked at. Those in the
// standard library are counted with -v, and those through interfaces, of which most
// are of other types. Methods that tell of their calls themselves
// are seen everywhere.
func (p *Protocols) countUnseen(ctx context.Context, automata []*automaton.Automaton) error {
	methods := map[string][]string{}
	for _, a := range automata {
		for _, t := range append([]string{a.Type}, a.Also...) {
			if isHooked(t) {
				continue
			}
			if methods[t] = nil; !a.Mined() {
				methods[t] = a.Alphabet()
			}
		}
	}
	list, err := p.table.Unseen(ctx, methods, p.Verbose)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.note("calls in other modules were not counted: %v", err)
		return nil
	}
	for _, u := range list {
		if u.Perhaps && !p.Verbose {
			continue
		}
		p.unseen = append(p.unseen, unseenText(u))
	}
	return nil
}

// maxModules is how many modules a line names.
const maxModules = 3

// unseenText is a line for the report.
func unseenText(u sites.Unseen) string {
	of := fmt.Sprintf("of %s.%s", u.Type, u.Method)
	if u.Perhaps {
		of = fmt.Sprintf("through interfaces, which may be of %s.%s,", u.Type, u.Method)
	}
	in := u.Modules
	more := ""
	if n := len(in) - maxModules; n > 0 {
		in, more = in[:maxModules], fmt.Sprintf(" and %d more", n)
	}
	calls := "1 call"
	if u.Calls > 1 {
		calls = fmt.Sprintf("%d calls", u.Calls)
	}
	return fmt.Sprintf("%s %s in other modules: %s%s", calls, of, strings.Join(in, ", "), more)
}
