package drive

import (
	"fmt"
	"math/rand"
	"slices"
)

// This file says which drivers a package gets.

// Options say how many drivers are made.
type Options struct {
	Seed   int64
	Single int // with one goroutine
	Pairs  int // of two exported functions at the same time
	Mirror int // for each function that takes two objects or keys of one type, at the same time with these exchanged
	Panics int // with callbacks that panic, of a package that takes any

	Candidates []Candidate // of static checks
	Towards    int         // for each of these

	Round int      // 0, or how often drivers are made anew: with values that few functions refuse, and other draws
	Again []string // the first names of those that are made anew
}

// Drivers makes drivers. Equal options give equal drivers.
func (a *API) Drivers(opt Options) (list []*Driver) {
	add := func(name string, i int, make func(*generator, int) *Driver) {
		first := fmt.Sprintf("%s%03d", name, i)
		if opt.Round > 0 && !slices.Contains(opt.Again, first) {
			return
		}
		seed := opt.Seed<<32 + int64(name[0])<<24 + int64(opt.Round)<<16 + int64(i)
		g := &generator{API: a, tame: opt.Round > 0, r: rand.New(rand.NewSource(seed))}
		g.palette()
		if d := make(g, i); d != nil {
			if d.Name, d.First = first, first; opt.Round > 0 {
				d.Name += fmt.Sprintf("Round%d", opt.Round)
			}
			list = append(list, d)
		}
	}
	all := a.offered(a.all())
	order := rand.New(rand.NewSource(opt.Seed)).Perm(len(all) * len(all))
	for i := range opt.Single {
		add("Single", i, func(g *generator, i int) *Driver { return g.single(all, i) })
	}
	for i := range opt.Pairs {
		add("Pair", i, func(g *generator, i int) *Driver { return g.pair(all, order, i) })
	}
	if calling := a.calling(); len(calling) > 0 {
		for i := range opt.Panics {
			add("Callback", i, func(g *generator, i int) *Driver { return g.panicking(calling, i) })
		}
	}
	if len(opt.Candidates) > 0 {
		for i := range min(opt.Towards*len(opt.Candidates), mostCandidates) {
			functions := a.suspected(opt.Candidates[i%len(opt.Candidates)], i/len(opt.Candidates))
			add("Towards", i, func(g *generator, _ int) *Driver { return g.towards(functions) })
		}
	}
	mirrors := a.mirrors()
	for i := range min(opt.Mirror*len(mirrors), mostMirrored) {
		add("Mirror", i, func(g *generator, i int) *Driver { return g.mirrored(mirrors[i%len(mirrors)]) })
	}
	return list
}
