package lockfacts

import (
	"fmt"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLayers shows on random packages, of which some have no facts, that a package knows what all those have
// that it comes to, each once, as far as go vet hands facts on, and that it tells what one import alone knows, also
// when each fact is read anew.
func TestLayers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	shared := 0
	for round := range 400 {
		pkgs := randomPackages(random)
		facts, edges := map[*types.Package]*Fact{}, map[*types.Package]map[string]bool{}
		for i := range slices.Backward(pkgs) { // as lockfacts does, from below
			k := newKnown()
			want := map[string]bool{}
			var alone []map[string]bool
			for _, f := range reached(pkgs[i], func(p *types.Package) *Fact { return imported(pkgs[i], p, facts) }) {
				for p, g := range facts {
					if g == f {
						alone = append(alone, edges[p])
						maps.Copy(want, edges[p])
						shared += len(edges[p])
					}
				}
				k.imports.note(k.of(again(t, f, round%2 == 0)))
			}
			if err := k.unite(); err != nil {
				t.Fatal(err)
			}
			if got := names(k.Edges); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
				t.Fatalf("%s knows %v, want %v", pkgs[i].Path(), got, want)
			}
			shared -= len(want)
			asked := k.Edges[:random.IntN(len(k.Edges)+1)]
			if got, want := k.imports.know(asked), naive(asked, alone); got != want {
				t.Fatalf("%s: one import knows %v: %t, want %t", pkgs[i].Path(), names(asked), got, want)
			}
			if random.IntN(4) > 0 {
				own := newLayer(pkgs[i].Path())
				own.Edges = []Edge{{From: Lock{Node: pkgs[i].Path()}}}
				k.addOwn(own)
				facts[pkgs[i]] = k.fact()
				want[pkgs[i].Path()] = true
				edges[pkgs[i]] = want
			}
		}
	}
	if shared == 0 {
		t.Error("no layer came by two ways")
	}
}

// imported is the fact of an import: go vet gives a package those of its imports only.
func imported(p, imp *types.Package, facts map[*types.Package]*Fact) *Fact {
	if !slices.Contains(p.Imports(), imp) {
		return nil
	}
	return facts[imp]
}

// again is a fact as another process reads it, or the same one.
func again(t *testing.T, f *Fact, read bool) *Fact {
	t.Helper()
	if !read {
		return f
	}
	data, err := f.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	g := &Fact{}
	if err := g.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	return g
}

func names(edges []Edge) []string {
	var list []string
	for _, e := range edges {
		list = append(list, e.From.Node)
	}
	slices.Sort(list)
	return list
}

func naive(edges []Edge, alone []map[string]bool) bool {
	for _, set := range alone {
		all := true
		for _, e := range edges {
			all = all && set[e.From.Node]
		}
		if all {
			return true
		}
	}
	return false
}

// randomPackages are packages that import some of those after them.
func randomPackages(random *rand.Rand) []*types.Package {
	pkgs := make([]*types.Package, 2+random.IntN(8))
	for i := range slices.Backward(pkgs) {
		pkgs[i] = types.NewPackage(fmt.Sprint("p", i), "p")
		var imports []*types.Package
		for _, p := range pkgs[i+1:] {
			if random.IntN(3) == 0 {
				imports = append(imports, p)
			}
		}
		pkgs[i].SetImports(imports)
	}
	return pkgs
}

func TestPackagesOf(t *testing.T) {
	for key, want := range map[string]string{
		"p.F":                           "p",
		"(*q/p.T).M":                    "q/p",
		"gopkg.in/yaml.v2.F$1":          "gopkg.in/yaml.v2",
		"(q/p.T[A, r/s.B]).M":           "q/p",
		"q/p [q/p.test].F":              "q/p",
		"(*q/p_test.T).M":               "q/p_test",
		"command-line-arguments.main$2": "command-line-arguments",
	} {
		if got := slices.Collect(packagesOf(key)); !slices.Contains(got, want) {
			t.Errorf("%s may be of %q, want %s among them", key, got, want)
		}
	}
}

// TestVetoes shows that what a package says against a package below it is handed on.
func TestVetoes(t *testing.T) {
	below, above := newLayer("below"), newLayer("above")
	below.noteSelf("below.T.self", true)
	above.noteSelf("below.T.self", false)
	above.noteSelf("above.T.self", false)
	k := newKnown()
	k.of(&Fact{layers: []*layer{below}})
	if err := k.unite(); err != nil {
		t.Fatal(err)
	}
	k.addOwn(above)
	if k.Selfs["below.T.self"] != selfOther || above.Selfs["below.T.self"] != selfOther || len(above.Selfs) != 1 {
		t.Errorf("known %v, handed on %v", k.Selfs, above.Selfs)
	}
}
