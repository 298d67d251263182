package lockfacts

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestNearest shows on random packages, of which some have no facts, that no package is lost of all those that the
// facts of its imports have, as far as go vet hands them on, and that no fact is read that another one has.
func TestNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	skipped := 0
	for range 500 {
		pkgs, facts := randomPackages(random)
		imported := func(p *types.Package) func(*types.Package) *Fact {
			return func(imp *types.Package) *Fact {
				if !slices.Contains(p.Imports(), imp) {
					return nil // go vet gives a package the facts of its imports only
				}
				return facts[imp]
			}
		}
		for i := range slices.Backward(pkgs) { // as lockfacts does, from below
			asked := reached(pkgs[i], imported(pkgs[i]))
			got, err := nearest(pkgs[i], imported(pkgs[i]))
			if err != nil {
				t.Fatal(err)
			}
			want := unite(asked, facts)
			if has := packagesOf(got); !slices.Equal(has, want) {
				t.Fatalf("%s has those of %v, want %v", pkgs[i].Path(), has, want)
			}
			skipped += len(asked) - len(got)
			if f := facts[pkgs[i]]; f != nil {
				f.Packages = slices.Sorted(slices.Values(append(want, pkgs[i].Path())))
			}
		}
	}
	if skipped == 0 {
		t.Error("all facts were read")
	}
}

func unite(pkgs []*types.Package, facts map[*types.Package]*Fact) []string {
	var list []*Fact
	for _, p := range pkgs {
		list = append(list, facts[p])
	}
	return packagesOf(list)
}

// packagesOf are the packages that facts have, each once.
func packagesOf(facts []*Fact) []string {
	var list []string
	for _, f := range facts {
		list = append(list, f.Packages...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// randomPackages are packages that import some of those behind them.
func randomPackages(random *rand.Rand) ([]*types.Package, map[*types.Package]*Fact) {
	pkgs, facts := make([]*types.Package, 2+random.IntN(8)), map[*types.Package]*Fact{}
	for i := range slices.Backward(pkgs) {
		pkgs[i] = types.NewPackage(fmt.Sprint("p", i), "p")
		var imports []*types.Package
		for _, p := range pkgs[i+1:] {
			if random.IntN(3) == 0 {
				imports = append(imports, p)
			}
		}
		pkgs[i].SetImports(imports)
		if random.IntN(4) > 0 {
			facts[pkgs[i]] = newFact()
		}
	}
	return pkgs, facts
}

// reached are the packages with facts to which a package comes by those that have none.
func reached(p *types.Package, of func(*types.Package) *Fact) []*types.Package {
	var list []*types.Package
	for _, imp := range p.Imports() {
		if of(imp) != nil {
			list = append(list, imp)
		} else {
			list = append(list, reached(imp, of)...)
		}
	}
	slices.SortFunc(list, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return slices.Compact(list)
}

// TestDamagedFact shows that a fact that cannot be unpacked is an error with what to do, and that it
// is written as it was read as long as nobody needs it.
func TestDamagedFact(t *testing.T) {
	f := newFact()
	if err := f.GobDecode([]byte("no fact")); err != nil {
		t.Fatal(err)
	}
	if data, err := f.GobEncode(); err != nil || string(data) != "no fact" {
		t.Errorf("it is written as %q, %v", data, err)
	}
	if err := f.unpack(); err == nil || f.String() != err.Error() {
		t.Errorf("unpacking it: %v; it says of itself %s", err, f)
	}
}
