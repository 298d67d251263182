package mhp

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// TestSites has a program that writes how the runtime names the places at which it locks. It wants that the place of each lock of a program, as the runtime names
// it in that program, is the call of Lock and nothing else.
func TestSites(t *testing.T) {
	dir := fixture.Source(t, "named")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []Site
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	p, err := Load(context.Background(), load.Options{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 14 {
		t.Errorf("%d places, want 14: %v", len(list), list)
	}
	for _, s := range list {
		if rest, ok := strings.CutPrefix(s.Func, "main."); ok {
			s.Func = "example.com/m." + rest
		}
		s.File = "main.go"
		found, why := p.operations(s)
		if why != 0 || len(found) == 0 || len(found) > 2 { // two instances of box
			t.Errorf("%s:%d: %d operations, %v", s.Func, s.Line, len(found), why)
		}
		for _, in := range found {
			if in, ok := in.(interface{ String() string }); !ok || !strings.Contains(in.String(), "Lock") {
				t.Errorf("%s:%d: %v", s.Func, s.Line, in)
			}
		}
		t.Logf("%s:%d: %v", s.Func, s.Line, found)
	}
}

// TestNoSite wants a reason for places at which there is no lock.
func TestNoSite(t *testing.T) {
	c := readCase(t, "testdata/holds/order_go.txtar")
	p, err := Load(context.Background(), load.Options{Dir: c.dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		sides []Side
		want  Reason
	}{
		{nil, OneSide},
		{c.sides[:1], OneSide},
		{[]Side{c.sides[0], {Wants: Site{File: "other.go", Line: 1}}}, NoSite},
		{[]Side{c.sides[0], {Wants: Site{File: "main.go", Line: 1}}}, NoSite},
		{[]Side{c.sides[0], {}}, NoSite},
	} {
		if proof, list := p.Exclude(s.sides); proof != nil || len(list) != 1 || list[0].Why != s.want {
			t.Errorf("%v: %v, %v; want %v", s.sides, proof, list, s.want)
		}
	}
}
