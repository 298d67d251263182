package lockfacts

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestNearest compares the facts that are read with a naive answer, on random packages of which some have
// no facts.
func TestNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		pkgs, facts := randomPackages(random)
		of := func(p *types.Package) *Fact { return facts[p] }
		got := map[*Fact]bool{}
		for _, f := range nearest(pkgs[0], of) {
			got[f] = true
		}
		asked := reached(pkgs[0], of)
		for _, p := range asked {
			isBelow := slices.ContainsFunc(asked, func(q *types.Package) bool { return q != p && depends(q, p) })
			if got[facts[p]] == isBelow {
				t.Errorf("%s, below another one %t: read %t", p.Path(), isBelow, got[facts[p]])
			}
		}
		if len(got) > len(asked) {
			t.Errorf("%d facts were read, of %d", len(got), len(asked))
		}
	}
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

func depends(p, q *types.Package) bool {
	return slices.ContainsFunc(p.Imports(), func(imp *types.Package) bool { return imp == q || depends(imp, q) })
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
