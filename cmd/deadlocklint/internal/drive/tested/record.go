package tested

import (
	"context"
	"io"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/halves"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// load loads the package with its own tests, and its external package of tests, as far as there are any. It also loads sync, which drivers
// import.
func (s *Search) load(ctx context.Context, p *packages.Package, line *testflags.CommandLine) (list []*halves.Package, err error) {
	own := p.PkgPath + " [" + p.PkgPath + ".test]"
	external := p.PkgPath + "_test [" + p.PkgPath + ".test]"
	opt := load.Options{Dir: s.Session.Work, Patterns: []string{p.PkgPath, "sync"}, Flags: line.List(), Tests: true}
	variants, err := load.Syntax(ctx, opt, func(v *packages.Package) bool { return v.ID == own || v.ID == external || v.ID == "sync" })
	i := slices.IndexFunc(variants, func(v *packages.Package) bool { return v.ID == "sync" })
	for k, v := range variants {
		if k != i && len(v.Errors) == 0 {
			list = append(list, &halves.Package{Fset: v.Fset, Files: v.Syntax, Types: v.Types, Info: v.TypesInfo, Import: imports{v, variants[i]}})
		}
	}
	return list, err
}

// record runs the tests once with the recorder on, and returns the halves that they show.
func (s *Search) record(ctx context.Context, p *packages.Package, line *testflags.CommandLine, tally *Tally) (list []halves.Half, err error) {
	target, err := s.program(ctx, p, line)
	if err != nil {
		return nil, err
	}
	dir, err := s.directory("recorded")
	if err != nil {
		return nil, err
	}
	within, stop := context.WithTimeout(ctx, recordTime)
	defer stop()
	_, err = target.Record(within, dir, nil, io.Discard, io.Discard)
	if tally.Late = within.Err() != nil; err != nil && !tally.Late {
		return nil, err
	}
	nested, err := predict.NestedLocks(ctx, dir, target)
	for _, n := range nested {
		if n.At.Func == "" {
			tally.Outside++
			continue
		}
		h := halves.Half{Test: n.Test, Held: lock(n.Held), Wants: lock(n.Wants), File: filepath.Clean(n.At.File), Line: n.At.Line, Callee: n.Callee}
		for _, g := range n.Also {
			h.Gates = append(h.Gates, lock(g))
		}
		list = append(list, h)
	}
	return list, err
}

func lock(l predict.NestedLock) halves.Lock {
	return halves.Lock{Class: l.Class, Shared: l.Shared, Global: l.Global, ID: l.Instance}
}
