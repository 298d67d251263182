package pauses

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// randomPlan is any plan that package confirm could write.
func randomPlan(seed uint64) Plan {
	r := rand.New(rand.NewPCG(seed, 1))
	number := func() uint64 { return r.Uint64() >> r.IntN(64) }
	p := Plan{N: 1 + r.IntN(MaxEdges), Abstraction: uint8(r.IntN(4)), UseContext: r.IntN(2) == 0, Yield: r.IntN(2) == 0, Stall: r.Uint32N(2) * r.Uint32()}
	p.NChans = r.IntN(MaxChans + 1)
	for i := range p.Chans[:p.NChans] {
		p.Chans[i] = Chan{Site: number(), Receives: r.IntN(2) == 0, Handed: r.IntN(2) == 0}
	}
	for i := range p.Edges[:p.N] {
		e := &p.Edges[i]
		*e = Edge{
			G: number(), Lock: number(), Global: number(), Offset: number(),
			Read: r.IntN(2) == 0, NoPause: r.IntN(2) == 0, N: 1 + r.IntN(MaxContext),
		}
		for k := range e.Context[:e.N] {
			e.Context[k] = number()
		}
	}
	p.NHanded = r.IntN(MaxHanded + 1)
	for i := range p.Handed[:p.NHanded] {
		p.Handed[i] = number()
	}
	return p
}

func FuzzParseUndoesFormat(f *testing.F) {
	for seed := range uint64(64) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		want := randomPlan(seed)
		var got Plan
		if text := want.Format(); !Parse(text, &got) || got != want {
			t.Errorf("%s\ngot %+v\nwant %+v", text, got, want)
		}
	})
}

// FuzzParse feeds garbage: no text may make the program under test panic, since
// this code runs in its package sync.
func FuzzParse(f *testing.F) {
	for seed := range uint64(4) {
		p := randomPlan(seed)
		f.Add(p.Format(), uint64(1), uint64(2), uint64(3))
		f.Add(p.Format()[:len(p.Format())/2], uint64(1), uint64(2), uint64(3))
	}
	for _, text := range []string{
		"", Header, Header + "edge", Header + "edge ctx=", Header + "edge ctx=,", Header + "use\nedge ctx=1",
		Header + "edge g=fffffffffffffffffff ctx=1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,10,11,12",
		Header + "edge ctx=1 ctx=2 ctx=3\n\n\n=\n =\nedge = ctx==1",
		Header + "edge ctx=1\nhanded at=1,2 at=3\nhanded\nhanded at=,4",
	} {
		f.Add([]byte(text), uint64(1), uint64(0), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, g, site, obj uint64) {
		var p Plan
		if !Parse(text, &p) {
			return
		}
		var again Plan
		if !Parse(p.Format(), &again) || again != p {
			t.Errorf("%q\nread as %+v\nand then as %+v", text, p, again)
		}
		for n := range MaxContext + 1 {
			at := Point{G: g, Site: site, Held: make([]uint64, n), Obj: obj}
			if e := p.At(at, 0, nobody{}); e < 0 || e > p.N {
				t.Errorf("%q: edge %d of %d", text, e, p.N)
			}
			if e := p.Gate(at); e < 0 || e > p.N {
				t.Errorf("%q: gate %d of %d", text, e, p.N)
			}
		}
	})
}

type nobody struct{}

func (nobody) Match(uint64) uint32 { return 0 }

func TestParseRefuses(t *testing.T) {
	good := randomPlan(1)
	many := append([]byte(nil), Header...)
	many = append(many, bytes.Repeat([]byte("edge ctx=1\n"), MaxEdges+1)...)
	for _, text := range []string{
		"", "deadlocklint plan", "deadlocklint plan 2\nedge ctx=1\n", Header, Header + "use abs=2\n",
		Header + "edge g=1\n", "x" + string(good.Format()), string(many),
	} {
		if p := good; Parse([]byte(text), &p) {
			t.Errorf("%q was read as a plan", text)
		}
	}
}

// TestParsePassesOver keeps the promise that an older agent reads a newer plan.
func TestParsePassesOver(t *testing.T) {
	var p Plan
	if !Parse([]byte(Header+"later x=1\nuse abs=1 later=2 yield=1\nedge g=2 later=3 ctx=a,b"), &p) {
		t.Fatal("not read")
	}
	want := Plan{N: 1, Abstraction: 1, Yield: true}
	want.Edges[0] = Edge{G: 2, N: 2, Context: [MaxContext]uint64{0xa, 0xb}}
	if p != want {
		t.Errorf("got %+v, want %+v", p, want)
	}
}

// TestParseIsNotAnAddition: a plan that was used before leaves nothing behind.
func TestParseIsNotAnAddition(t *testing.T) {
	p := randomPlan(3)
	if !Parse([]byte(Header+"edge ctx=1\n"), &p) {
		t.Fatal("not read")
	}
	want := Plan{N: 1}
	want.Edges[0] = Edge{N: 1, Context: [MaxContext]uint64{1}}
	if p != want {
		t.Errorf("got %+v, want %+v", p, want)
	}
}
