package condvar

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Table lists the places in the source where the conditions of condition variables
// are evaluated and their variables written. Package instrument found them and made
// them visible, and lists the conditions that it gave up. Its Sites are numbered from
// 1.
type Table struct {
	Version int    `json:"version"`
	Sites   []Site `json:"sites"`

	Inferred  int      `json:"inferred"`  // conditions
	Bare      int      `json:"bare"`      // Waits that have none
	Annotated int      `json:"annotated"` // conditions written down by package annotate
	Gates     int      `json:"gates"`     // conditions that decide operations on channels and WaitGroups
	GivenUp   []string `json:"givenUp"`   // "position: reason" of each condition that could not be

	GatesGivenUp int `json:"gatesGivenUp"` // the same for gates: most of them are no state of anybody

	// Packages may write a variable of a condition where rewriting does not reach. They are
	// compiled so that the recorder sees these writes. Unreached are such variables with their
	// packages, where the recorder cannot see the writes.
	Packages  []string `json:"packages,omitempty"`
	Unreached []string `json:"unreached,omitempty"`

	Race bool `json:"race,omitempty"` // the program is built for the race detector: operations that a gate prevented are not known
}

// TableVersion is the version of table files.
const TableVersion = 1

// TableFile is the name of a session's table.
const TableFile = "conditions.json"

// A SiteKind says what a site is.
type SiteKind string

// The kinds of sites.
const (
	SiteLoop  SiteKind = "loop"  // a condition that is evaluated again after its body
	SiteIf    SiteKind = "if"    // a condition without a loop
	SiteOp    SiteKind = "op"    // the operation after a condition
	SiteWrite SiteKind = "write" // a write to a variable of a condition

	// Calls of golang.org/x/sync, each followed by the end of the site.
	SiteUnits  SiteKind = "units"  // a semaphore is made: the value is how many units it has
	SiteTake   SiteKind = "take"   // units of it were acquired
	SiteGive   SiteKind = "give"   // and are released
	SiteFlight SiteKind = "flight" // a function that is called once for all who ask: 1 when it begins, 0 when it is over
)

// A Site is one place.
type Site struct {
	Kind SiteKind `json:"kind"`
	Pos  string   `json:"pos"` // file:line:col
	Func string   `json:"func"`
	Text string   `json:"text"` // the source of the condition or write

	// Of a condition: its expression over the variables by their numbers in OpGuardVar,
	// their names, and the guarded operation.
	Cond *Expr    `json:"cond,omitempty"`
	Vars []string `json:"vars,omitempty"`
	Op   string   `json:"op,omitempty"`   // "wait", "signal" or "broadcast", or of a gate
	OpID int      `json:"opID,omitempty"` // its site
	Body int      `json:"body,omitempty"` // the site where what is guarded begins

	// Gate is set for a condition that decides an operation on a channel or WaitGroup ("send",
	// "recv", "close", "select", "add", "done" or "wgwait"). When the condition does not hold,
	// the goroutine continues after the operation, or with Leaves it leaves the function. With
	// Unlocks a lock is released in between.
	Gate    bool `json:"gate,omitempty"`
	Leaves  bool `json:"leaves,omitempty"`
	Unlocks bool `json:"unlocks,omitempty"`

	// Of a Wait: it has no condition, and misses a signal that comes before it.
	Bare bool `json:"bare,omitempty"`

	// Of both: the variables are atomic, and the load at this place adds no order to that
	// of the condition.
	Atomic bool `json:"atomic,omitempty"`

	// Of a write: the variable grows by Delta instead of getting a value.
	Grows bool  `json:"grows,omitempty"`
	Delta int64 `json:"delta,omitempty"` // 0 when only the run can tell
}

// Site returns the site with a number.
func (t *Table) Site(id int) (*Site, bool) {
	if t == nil || id < 1 || id > len(t.Sites) {
		return nil, false
	}
	return &t.Sites[id-1], true
}

// has reports whether the table has the site of an event as the event needs it.
// Another table than that of the recording has not.
func (t *Table) has(e trace.Event) bool {
	switch e.Op {
	case trace.OpGuard, trace.OpSet:
	default:
		return true
	}
	site, ok := t.Site(int(e.Aux))
	switch {
	case !ok:
		return false
	case e.Op == trace.OpGuard:
		return site.Cond != nil
	}
	return site.Kind != SiteLoop && site.Kind != SiteIf && site.Kind != SiteOp
}

// HasWait reports whether the table has an entry for the Wait at a line. The entry is its
// condition, that it has none, or the reason why it was given up. Of a trimmed path
// only the last part is compared.
func (t *Table) HasWait(file string, line int) bool {
	if t == nil {
		return false
	}
	at := fmt.Sprintf("/%s:%d:", filepath.Base(file), line)
	for i := range t.Sites {
		if s := &t.Sites[i]; s.Kind == SiteOp && s.Op == "wait" && strings.Contains(s.Pos, at) {
			return true
		}
	}
	return slices.ContainsFunc(t.GivenUp, func(why string) bool { return strings.Contains(why, at) })
}

// ReadTable reads a session's table; a session without one has none.
func ReadTable(dir string) (*Table, error) {
	name := filepath.Join(dir, TableFile)
	b, err := regular.Read(name, regular.Limit)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the table of conditions: %w; record again", err)
	}
	t := &Table{}
	if err := json.Unmarshal(b, t); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; record again", name, err)
	}
	if t.Version != TableVersion {
		return nil, fmt.Errorf("%s has version %d and not %d; record again with this deadlocklint", name, t.Version, TableVersion)
	}
	for i := range t.Sites {
		if err := t.Sites[i].valid(); err != nil {
			return nil, fmt.Errorf("%s: site %d: %w; record again", name, i+1, err)
		}
	}
	return t, nil
}

// valid reports what keeps a site from being used.
func (s *Site) valid() error {
	switch {
	case s.Cond != nil:
		return s.Cond.Valid(len(s.Vars))
	case s.Kind == SiteLoop || s.Kind == SiteIf:
		return errors.New("it has no condition")
	case s.Kind != SiteOp && len(s.Vars) == 0:
		return errors.New("it has no variable")
	}
	return nil
}

// Write stores the table in a session's directory.
func (t *Table) Write(dir string) error {
	b, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, TableFile), b, 0o600)
}

// SiteHash is how a confirming run knows a site of the table; stacks have
// odd hashes.
func SiteHash(id int) uint64 { return 0xc0d1<<48 | uint64(id)<<1 }

const maxSite = 1<<17 - 1 // of the bits of a SiteHash that tell the site

// label is the function and position, for Source.Label.
func (s *Site) label() string { return s.Func + " " + s.Pos }
