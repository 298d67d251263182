package lockfacts

import (
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/search"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// A Result is the input of the checks of a package.
type Result struct {
	Scope load.Scope
	Funcs []*Func // of this package, callees first
	Edges []Edge  // of this package and its dependencies
	// Blocks is the operations on channels, WaitGroups and Conds of this
	// package and its dependencies. Those that On returns also have the locks that unresolved calls before them may acquire.
	Blocks []*Communication
	// Limits are the limits that the analysis of this package reached, and the
	// checks that have run since, sorted, by name and value. When it ended early,
	// Funcs and Blocks are empty: they would not say who does not do something.
	Limits []string

	scope    string  // prefixes of modules that are looked at in depth besides the main one
	imported imports // the edges that each import knows
	notes    *directives
	ignored  map[string]Ignored // comments of all packages, by line
	whole    bool               // see Options
	writers  []string
	buffered map[string]bool                     // node of a channel made in the package -> it has a buffer
	apart    map[string]string                   // see Apart
	noRoom   map[string]bool                     // see Unbuffered
	older    ages                                // see Older
	owners   map[string]string                   // see Opposite
	bound    func(*Communication) *Communication // see boundBefore
	on       map[string][]*Communication         // see On
	complete map[string]bool                     // those of on that were bound
	byName   map[string]*Func                    // see Func
	started  map[string]bool                     // see Started
	conds    map[string][]string                 // node of a Cond -> nodes of its lock
	frame    func(*ssa.Function) *syncop.Frame
	given    map[string]bool          // see GivenByUsers
	open     func(key string) []Event // see Behind
	loops    map[string]bool          // position of a go statement -> it is in a loop

	executor *search.Executor // see RefutesByExecution; turn guards it, too

	done     <-chan struct{} // see Stopped
	refuted  bool            // see Refute
	possible bool            // see ShowsPossible
	program  *alias.Program  // see Distinct
	turn     sync.Mutex      // of frame, which remembers: the checks of a package run one at a time
	limiting sync.Mutex      // of Limits

	fixed map[string]bool       // node of a channel made in the package -> its room was not computed, or more than a sign goes through it
	named *mentions             // see uses
	waits map[*Func][]*ssa.UnOp // see waitsOf
}

// On returns the operations on a channel, WaitGroup or Cond, with the locks that unresolved calls before them may acquire.
// Only checks call it, which run one at a time.
func (r *Result) On(node string) []*Communication {
	if r.on == nil {
		r.on, r.complete = map[string][]*Communication{}, map[string]bool{}
		for _, b := range r.Blocks {
			r.on[b.Node] = append(r.on[b.Node], b)
		}
	}
	list := r.on[node]
	if !r.complete[node] {
		r.complete[node] = true
		for i, b := range list {
			list[i] = r.bound(b)
		}
	}
	return list
}

// Func returns the function of the package with that name, or nil. Only checks call it.
func (r *Result) Func(name string) *Func {
	if r.byName == nil {
		r.byName = map[string]*Func{}
		for _, f := range r.Funcs {
			if r.byName[f.Name] == nil {
				r.byName[f.Name] = f
			}
		}
	}
	return r.byName[name]
}

// Release frees the memory of facts that only the checks of this package need. A driver that keeps results may call it when they have run.
func (r *Result) Release() {
	r.Funcs, r.Edges, r.Blocks, r.bound, r.on, r.byName, r.frame, r.open, r.waits = nil, nil, nil, nil, nil, nil, nil, nil, nil
	r.imported = imports{}
}

// HasWriter reports whether some function locks that node exclusively.
func (r *Result) HasWriter(node string) bool { return slices.Contains(r.writers, node) }

// Frame returns the access paths of a function of the package.
func (r *Result) Frame(fn *ssa.Function) *syncop.Frame { return r.frame(fn) }
