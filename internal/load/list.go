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
	mu   sync.Mutex
	list map[string][]*packages.Package
}

// listed returns the packages that the patterns name, with their imports in any depth, and the names of their
// files. Nothing is parsed. Callers must not change them.
func (opt Options) listed(ctx context.Context) ([]*packages.Package, error) {
	key := fmt.Sprintf("%q %q %t %q %q", opt.Dir, opt.Patterns, opt.Tests, opt.Flags, opt.Env)
	if l := opt.Lists; l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if found, ok := l.list[key]; ok {
			return found, nil
		}
	}
	cfg := opt.config(ctx)
	cfg.Mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	found, err := packages.Load(cfg, opt.Patterns...)
	if err != nil {
		return nil, notListed(err, opt.Patterns)
	}
	if l := opt.Lists; l != nil {
		if l.list == nil {
			l.list = map[string][]*packages.Package{}
		}
		l.list[key] = found
	}
	return found, nil
}
