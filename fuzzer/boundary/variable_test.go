package boundary

import (
	"fmt"
	"reflect"
	"testing"
)

// TestSites reads the places as they were written.
func TestSites(t *testing.T) {
	one, two := Site{LetterRead, 0xab}, Site{LetterWGWait, 0}
	for _, c := range []struct {
		sites Sites
		text  string
	}{
		{Sites{}, ""},
		{Sites{Lists: [3][]Site{{one, two}, {two}}}, "rab,W0;W0"},
		{Sites{Lists: [3][]Site{{one}, nil, {two}}, AnyObject: true}, "rab;;W0*"},
	} {
		got, err := ParseSites(c.text)
		if c.sites.String() != c.text || err != nil || !reflect.DeepEqual(got, c.sites) {
			t.Errorf("%q is written as %q and read as %+v, %v", c.text, c.sites.String(), got, err)
		}
	}
	for text, want := range map[string]string{
		"b1": "column 1: a letter of an operation", "r": "column 2: a place in hexadecimal", "r1,": "column 4: a letter of an operation",
		"r1;;;": "column 5: the end of the places", "r1*r1": "column 4: the end of the places", "r01": "column 2: a place in hexadecimal",
	} {
		if _, err := ParseSites(text); err == nil || err.Error() != "line 1, "+want+" should be here" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzSites(f *testing.F) {
	f.Add("rab,W0;W0")
	f.Add("r1;;w2*")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSites(text)
		if err != nil {
			return
		}
		if again, err := ParseSites(s.String()); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%q: %+v, and then %+v, %v", text, s, again, err)
		}
	})
}

// TestImpact reads an impact as it was written, up to the size of a variable.
func TestImpact(t *testing.T) {
	i := Impact{OnStack: true, Lines: []LineRange{{"/a b/x.go", 1, 2}, {"/a b/x.go", 5, 5}, {"/y.go", 7, 9}}}
	if got, err := ParseImpact(i.String()); err != nil || !reflect.DeepEqual(got, i) {
		t.Errorf("%+v, %v", got, err)
	}
	var many Impact
	for n := range MaxRanges + 1 {
		many.Lines = append(many.Lines, LineRange{fmt.Sprintf("/%d.go", n), n, n})
	}
	got, err := ParseImpact(many.String())
	if n := len(got.Lines); err != nil || len(many.String()) > maxImpact || n == 0 || !reflect.DeepEqual(got.Lines, many.Lines[:n]) {
		t.Errorf("%d ranges of %d bytes, %v", n, len(many.String()), err)
	}
	many.Lines = make([]LineRange, MaxRanges+1)
	if got, err := ParseImpact(many.String()); err != nil || len(got.Lines) != MaxRanges {
		t.Errorf("%d ranges, %v", len(got.Lines), err)
	}
}

func FuzzImpact(f *testing.F) {
	f.Add((&Impact{OnStack: true, Lines: []LineRange{{"/a b/x.go", 1, 2}}}).String())
	f.Fuzz(func(t *testing.T, text string) {
		i, err := ParseImpact(text)
		if err != nil || len(text) > maxImpact/3 {
			return
		}
		if again, err := ParseImpact(i.String()); err != nil || len(again.Lines) != min(len(i.Lines), MaxRanges) {
			t.Errorf("%q: %+v, and then %+v, %v", text, i, again, err)
		}
	})
}
