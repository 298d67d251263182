package lockfacts

import "testing"

// lowAndHigh are the facts of two packages, of which the second imports the first, and a third without facts.
func lowAndHigh() (low, high *Fact) {
	own := func(pkg, fn string) *layer {
		l := newLayer(pkg)
		l.funcs.sums[fn] = &Summary{NoReturn: true}
		return l
	}
	below, above := own("a/low", "a/low.F"), own("a/high", "a/high.G")
	return &Fact{layers: []*layer{below}}, &Fact{layers: []*layer{above, below}}
}

// TestLayersApart: facts that are taken apart and read again say the same, and share their layers.
func TestLayersApart(t *testing.T) {
	low, high := lowAndHigh()
	var wrote, read Layers
	for pkg, f := range map[string]*Fact{"a/low": low, "a/high": high, "a/none": nil} {
		data, err := wrote.Add(pkg, f)
		if err != nil {
			t.Fatal(err)
		}
		if err := read.Read(pkg, data); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []*Layers{&wrote, &read} {
		lowAgain, ok1 := s.Fact("a/low")
		highAgain, ok2 := s.Fact("a/high")
		none, ok3 := s.Fact("a/none")
		if !ok1 || !ok2 || !ok3 || none != nil {
			t.Fatalf("%t %t %t %v", ok1, ok2, ok3, none)
		}
		if lowAgain.String() != low.String() || highAgain.String() != high.String() || highAgain.layers[1] != lowAgain.layers[0] {
			t.Errorf("%s, %s: want %s, %s with a layer of both", lowAgain, highAgain, low, high)
		}
	}
}

// TestLayersAreMissing: a fact of which a layer is not there is not made of the others.
func TestLayersAreMissing(t *testing.T) {
	_, high := lowAndHigh()
	var s Layers
	if _, err := s.Add("a/high", high); err != nil {
		t.Fatal(err)
	}
	if f, ok := s.Fact("a/high"); ok {
		t.Errorf("%v without the layer of a/low", f)
	}
	if _, ok := s.Fact("a/other"); ok {
		t.Error("a package that was never added has a fact")
	}
}

// FuzzLayersRead: bytes of any kind are refused or read, and what is read is written again as it was.
func FuzzLayersRead(f *testing.F) {
	_, high := lowAndHigh()
	var s Layers
	data, err := s.Add("a/high", high)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte{0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Layers
		if s.Read("p", data) != nil {
			return
		}
		var own packed
		if l := s.own["p"]; l != nil {
			own = l.packed
		}
		var again Layers
		if err := again.Read("p", appendApart(own, s.below["p"])); err != nil {
			t.Errorf("%x is read, and refused when it is written again: %v", data, err)
		}
	})
}
