package structure

import (
	"context"
	"fmt"

	"golang.org/x/tools/go/packages"
)

// A Program is the module with its dependencies, as built for the host.
type Program struct {
	module *Module
	loaded []*packages.Package // those of the module itself
}

// Load parses and type-checks the module and all that it imports. Modules
// inside of the checkout are not part of it. It takes seconds of CPU time.
func (m *Module) Load(ctx context.Context) (*Program, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx,
		Dir:     m.Dir,
		Mode:    packages.LoadAllSyntax | packages.NeedModule,
	}, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, fmt.Errorf("%s does not build: %v: run go build ./... there", p.PkgPath, e)
		}
	}
	return &Program{m, loaded}, nil
}
