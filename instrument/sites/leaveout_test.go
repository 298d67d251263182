package sites

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// TestLeaveOut has a program with a type of which each goroutine has objects of its own, one
// that they share, one that is behind an interface somewhere, and one that is used
// by one goroutine alone but has an automaton. It leaves out the calls on a type whose objects nobody shares, and, when
// one of them is given away, no more.
func TestLeaveOut(t *testing.T) {
	for _, c := range []struct {
		name, program string
		opt           Options
		left          int
		types         string
	}{
		{"own", "counted", Options{}, 2, "Behind Shared Written closer"},
		{"given to a goroutine", "given", Options{}, 0, "Behind Own Shared Written closer"},
		{"all", "counted", Options{All: true}, 0, "Behind Own Shared Written closer"},
		{"named", "counted", Options{Types: []string{"example.com/p.Own"}}, 0, "Own closer"},
	} {
		c.opt.Dir, c.opt.Out, c.opt.Written = fixture.Source(t, c.program), t.TempDir(), []string{"example.com/p.Written"}
		table, err := Rewrite(context.Background(), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, s := range table.Sites {
			told = append(told, strings.TrimPrefix(s.Type, "example.com/p."))
		}
		slices.Sort(told)
		if types := strings.Join(slices.Compact(told), " "); types != c.types || table.Skipped[SkipLocal] != c.left {
			t.Errorf("%s: told of %s and %d left out, want %s and %d", c.name, types, table.Skipped[SkipLocal], c.types, c.left)
		}
	}
}
