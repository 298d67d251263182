package oracle

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
	"github.com/deadlocklint/deadlocklint/internal/oracle/schedules"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Claim is the meaning of a finding's status for the program.
type Claim int

// The claims.
const (
	Nothing Claim = iota // seen or not seen, reached or not: a run was like that
	Happens
	Cannot
)

// claims are the statuses that say something about the program, with those that a
// later version of the document may have.
var claims = map[report.Status]Claim{
	report.StatusConfirmed:  Happens,
	"leaked":                Happens,
	"left-blocked":          Happens,
	report.StatusInfeasible: Cannot,
	"harmless":              Cannot,
}

// ClaimOf returns the claim of a finding. A finding that is called a deadlock has a
// claim too.
func ClaimOf(f report.Finding) Claim {
	if c := claims[f.Status]; c != Nothing {
		return c
	}
	if f.IsDeadlock() {
		return Happens
	}
	return Nothing
}

// A Side is a goroutine of a finding, in sites of its program.
type Side struct {
	At   int // where it waits
	Held []int
}

// sides translates the goroutines of a finding. It reports false when a position is
// none of an operation of the program.
func (c *Case) sides(f report.Finding) ([]Side, bool) {
	var list []Side
	goroutines := f.Blocked()
	if f.IsBlocked() {
		goroutines = goroutines[:min(1, len(goroutines))] // the next used the object last
	}
	for _, g := range goroutines {
		if len(g.Steps) == 0 {
			return nil, false
		}
		last := len(g.Steps) - 1
		at, ok := siteAt(g.Steps[last].Pos, c.Source)
		if !ok {
			return nil, false
		}
		s := Side{At: at}
		for _, step := range g.Steps[:last] {
			if site, ok := siteAt(step.Pos, c.Source); ok && isHeld(step.Op) && c.takes(site) {
				s.Held = append(s.Held, site)
			}
		}
		list = append(list, s)
	}
	return list, len(list) > 0
}

// isHeld reports whether a step before the last is a lock that is held since.
func isHeld(op string) bool {
	return slices.Contains([]string{"lock", "rlock", "request", "rrequest", "trylock", "tryrlock", "once"}, op)
}

// takes reports whether the operation at a site is of a lock. A report also says of
// values in a channel that goroutines hold them: these decide nothing here.
func (c *Case) takes(site int) bool {
	found := false
	c.Walk(func(s *program.Stmt) {
		switch s.Op {
		case program.Lock, program.RLock, program.TryLock, program.Do:
			found = found || s.Site == site
		}
	})
	return found
}

func siteAt(pos string, src program.Source) (int, bool) {
	file, line, _ := report.SplitPos(pos)
	if !strings.HasSuffix(file, src.Name) {
		return 0, false
	}
	site, ok := src.Lines[line]
	return site, ok
}

// happens reports whether some deadlock has the goroutines of a finding: each side is
// a blocked goroutine of its own that is there and holds at least that.
func happens(t *schedules.Truth, list []Side) bool {
	return slices.ContainsFunc(t.Deadlocks, func(d schedules.Deadlock) bool { return fits(d.Blocked, list) })
}

// fits finds a goroutine for the first side and then for the others.
func fits(blocked []schedules.Blocked, list []Side) bool {
	if len(list) == 0 {
		return true
	}
	for i, b := range blocked {
		if b.Site == list[0].At && holds(b, list[0].Held) &&
			fits(slices.Concat(blocked[:i], blocked[i+1:]), list[1:]) {
			return true
		}
	}
	return false
}

// holds reports whether b holds what it took at these sites.
func holds(b schedules.Blocked, sites []int) bool {
	return !slices.ContainsFunc(sites, func(site int) bool { return !slices.Contains(b.Held, site) })
}
