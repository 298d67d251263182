package load

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/tools/go/packages"
)

// Lists keeps the output of go list for several loads of one program. Each listing starts the go command, which reads
// all files of all dependencies. The output is right as long as no file changes. The zero value is empty. Several
// goroutines may use it.
type Lists struct {
	Arch  string // GOARCH of the program, "" for that of this process
	Typed bool   // types will be asked for, so that one listing serves for all

	mu   sync.Mutex
	list map[listKey]*listing
}

// A listKey names a listing: its directory, flags and patterns, and whether the packages are compiled.
type listKey struct {
	what     string
	compiled bool
}

// listed returns the packages that the patterns name, with their imports in any depth, and the names of their
// files. Nothing is parsed. Callers must not change them.
func (opt Options) listed(ctx context.Context) ([]*packages.Package, error) {
	l, err := opt.listing(ctx, false)
	if err != nil {
		return nil, err
	}
	return l.named, nil
}

// listing lists packages, or returns a listing that is kept. A compiled one has the files with the types of packages, and
// serves where none is needed.
func (opt Options) listing(ctx context.Context, compiled bool) (*listing, error) {
	kept := opt.Lists
	if kept == nil {
		return opt.golist(ctx, compiled)
	}
	compiled = compiled || kept.Typed
	if len(opt.Patterns) == 0 {
		opt.Patterns = []string{"."}
	}
	what := fmt.Sprintf("%q %q %t %q %q", opt.Dir, opt.Patterns, opt.Tests, opt.Flags, opt.Env)
	kept.mu.Lock()
	defer kept.mu.Unlock()
	for _, key := range []listKey{{what, true}, {what, compiled}} {
		if found := kept.list[key]; found != nil {
			return found, nil
		}
	}
	l, err := opt.golist(ctx, compiled)
	if err != nil {
		return nil, err
	}
	if kept.list == nil {
		kept.list = map[listKey]*listing{}
	}
	kept.list[listKey{what, compiled}] = l
	return l, nil
}
