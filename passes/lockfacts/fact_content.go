package lockfacts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A content is the knowledge about a package, or about several.
type content struct {
	Edges           []Edge
	PendingCalls    []*PendingCall            // calls with locks held whose targets may show up later
	Implementations map[string]Implementation // types converted to interfaces
	Ifaces          map[string][]string       // interfaces called with locks held
	Stores          map[string][]StoredFunc   // class of a function variable -> functions stored there
	HeapWrites      map[string][]HeapWrite    // effects of functions on their arguments
	Owners          map[string]string         // see ownersOf
	Apart           map[string]string         // see Result.Apart
	Makes           map[string]bool           // functions that return new objects only
	Older           map[string]bool           // fields that point to older objects, see ages
	Communications  []*Communication
	Writers         []string           // nodes that are locked exclusively
	NoReturn        map[string]bool    // functions that never return to their caller
	Selfs           map[string]string  // class of a field -> whether objects store themselves there
	NoRoom          map[string]bool    // nodes of channels without a buffer, see noRoom
	Ignored         map[string]Ignored // comments, by "import path/file.go:line"

	// Cut is set when the analysis of one of the packages ended early: Blocks
	// does not say who does not answer.
	Cut bool
}

func newContent() content {
	return content{Implementations: map[string]Implementation{}, Ifaces: map[string][]string{}, Stores: map[string][]StoredFunc{}, HeapWrites: map[string][]HeapWrite{}, Owners: map[string]string{}, Apart: map[string]string{}, Makes: map[string]bool{}, Older: map[string]bool{}, Selfs: map[string]string{}, NoReturn: map[string]bool{}, NoRoom: map[string]bool{}, Ignored: map[string]Ignored{}}
}

// identify computes all keys, since readers of a layer at the same time must not.
func (c *content) identify() {
	for i := range c.Edges {
		c.Edges[i].key()
	}
	for _, p := range c.PendingCalls {
		p.key()
	}
	for _, b := range c.Communications {
		b.key()
	}
}

// An Implementation is a type that is converted to an interface somewhere.
type Implementation struct {
	Type    string // as in AccessPath.Types
	Methods []Method
}

// A StoredFunc is a function that is stored somewhere.
type StoredFunc struct {
	Func string
	Meth bool   // a method, bound to its receiver
	Recv string // the type of the receiver, as in AccessPath.Types
	Back string // see backTo
	In   string // the field that holds the object that it is stored in, or ""
}

// A Method is a method of an Implementation.
type Method struct {
	Signature string
	Key       string
	Recv      syncop.AccessPath
}

// A PendingCall is a call of an unknown target with locks held.
type PendingCall struct {
	Event    Event
	Func     string // in which the locks are held
	Contexts []string
	Gates    []Gate

	id string // see key
}

// A Communication is an operation that waits for another goroutine, or answers one
// that waits.
type Communication struct {
	Op      trace.Op
	Node    string // of the channel, WaitGroup or Cond
	Held    []HeldLock
	Before  []string
	Handed  []string // nodes of locks that the goroutine was started with, see handedOver
	Instead []string
	Site    Site
	Via     []Site
	Func    string
	Async   string
	Escapes bool
	Patient bool // see Event
	Once    bool // see Event
	// Holder is the field that leads to the object with the channel, WaitGroup or Cond. It
	// is "" when the function reaches that object by itself.
	Holder string
	// Given is set when the object is an argument of the function, or captured.
	Given    bool
	Contexts []string

	id string // see key
}

// store adds functions to a variable.
func (c *content) store(class string, funcs ...StoredFunc) {
	for _, fn := range funcs {
		if !slices.Contains(c.Stores[class], fn) {
			c.Stores[class] = append(slices.Clone(c.Stores[class]), fn)
		}
	}
	slices.SortFunc(c.Stores[class], func(a, b StoredFunc) int {
		return strings.Compare(a.Func+a.Recv+a.Back+a.In, b.Func+b.Recv+b.Back+b.In)
	})
}

// The knowledge about a field.
const (
	selfOnly  = "self"
	selfOther = "other"
)

// noteSelf records a store to a field.
func (c *content) noteSelf(class string, self bool) {
	switch {
	case class == "":
	case !self:
		c.Selfs[class] = selfOther
	case c.Selfs[class] == "":
		c.Selfs[class] = selfOnly
	}
}

func (p *PendingCall) key() string {
	if p.id == "" {
		p.id = digest(func(b []byte) []byte { return p.Event.appendKey(append(append(b, p.Func...), ' '), nil) })
	}
	return p.id
}

func (b *Communication) key() string {
	if b.id == "" {
		b.id = digest(b.describe)
	}
	return b.id
}

// describe writes what tells an operation from others.
func (b *Communication) describe(text []byte) []byte {
	add := func(list ...string) {
		for _, s := range list {
			text = append(append(text, s...), 0)
		}
	}
	add(b.Op.String(), b.Node, b.Holder, b.Func, b.Site.Func, b.Async)
	for _, is := range []bool{b.Escapes, b.Patient, b.Once} {
		text = strconv.AppendBool(text, is)
	}
	for i := range b.Held {
		add(b.Held[i].Lock.Node())
	}
	add("before")
	add(b.Before...)
	add("instead")
	add(b.Instead...)
	return text
}

// noteOwner records what a pair leads back to, selfOther when it is not the owner.
func (c *content) noteOwner(key, to string) {
	if old := c.Owners[key]; old != "" && old != to {
		to = selfOther
	}
	c.Owners[key] = to
}

// noteApart records evidence for or against a field.
func (c *content) noteApart(sel string, self bool) {
	switch {
	case !self:
		c.Apart[sel] = selfOther
	case c.Apart[sel] == "":
		c.Apart[sel] = selfOnly
	}
}
