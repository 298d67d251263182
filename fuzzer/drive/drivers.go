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

	Again []string // the names of those that are made anew, with values that few functions refuse; nil for all
}

// Anew begins the names of drivers that are made anew.
const Anew = "Anew"

// Drivers makes drivers. Equal options give equal drivers.
func (a *API) Drivers(opt Options) (list []*Driver) {
	add := func(name string, i int, make func(*generator, int) *Driver) {
		full := fmt.Sprintf("%s%03d", name, i)
		if opt.Again != nil {
			full = Anew + full
		}
		if opt.Again != nil && !slices.Contains(opt.Again, full) {
			return
		}
		g := &generator{API: a, tame: opt.Again != nil}
		seed := opt.Seed<<32 + int64(name[0])<<24 + int64(i)
		if g.tame {
			seed += 1 << 16 // other draws
		}
		g.r = rand.New(rand.NewSource(seed))
		g.palette()
		if d := make(g, i); d != nil {
			d.Name = full
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
