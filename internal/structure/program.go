package structure

import (
	"context"
	"fmt"

	"golang.org/x/tools/go/packages"
)

// A Program is the module, as built for the host, and may have the source of its dependencies.
type Program struct {
	module *Module
	loaded []*packages.Package // those of the module itself
}

// Load parses and type-checks the module and all that it imports. Modules
// inside of the checkout are not part of it. It takes ten seconds of CPU time.
func (m *Module) Load(ctx context.Context) (*Program, error) {
	return m.load(ctx, packages.LoadAllSyntax)
}

// LoadOwn parses and type-checks the module alone, with the compiled types of its imports.
// This is enough for [Program.Circles], not for [Program.Dead].
func (m *Module) LoadOwn(ctx context.Context) (*Program, error) {
	return m.load(ctx, packages.LoadSyntax)
}

func (m *Module) load(ctx context.Context, mode packages.LoadMode) (*Program, error) {
	loaded, err := packages.Load(&packages.Config{Context: ctx, Dir: m.Dir, Mode: mode | packages.NeedModule}, "./...")
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
