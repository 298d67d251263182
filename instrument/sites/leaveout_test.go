package sites

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// counted is a program with a type of which each goroutine has objects of its own, one
// that they share, one that is behind an interface somewhere, and one that is used
// by one goroutine alone but has an automaton.
const counted = `
-- go.mod --
module example.com/p

go 1.24
-- p.go --
package main

type Own struct{ n int }

func (o *Own) Inc() { o.n++ }

type Shared struct{ n int }

func (s *Shared) Inc() { s.n++ }

type Behind struct{ n int }

func (b *Behind) Close() error { b.n++; return nil }

type Written struct{ n int }

func (w *Written) Inc() { w.n++ }

type closer interface{ Close() error }

func work(s *Shared, done chan bool) {
	o := &Own{}
	o.Inc()
	more(o)
	s.Inc()
	done <- true
}

func more(o *Own) { o.Inc() }

func main() {
	s, done := &Shared{}, make(chan bool)
	go work(s, done)
	work(s, make(chan bool, 1))
	<-done
	own := &Shared{}
	own.Inc()
	b := &Behind{}
	b.Close()
	var c closer = &Behind{}
	c.Close()
	w := &Written{}
	w.Inc()
}
`

// TestLeaveOut leaves out the calls on a type whose objects nobody shares, and, when
// one of them is given away, no more.
func TestLeaveOut(t *testing.T) {
	given := strings.Replace(counted, "more(o)\n", "more(o)\n\tgo more(o)\n", 1)
	for _, c := range []struct {
		name, text string
		opt        Options
		left       int
		types      string
	}{
		{"own", counted, Options{}, 2, "Behind Shared Written closer"},
		{"given to a goroutine", given, Options{}, 0, "Behind Own Shared Written closer"},
		{"all", counted, Options{All: true}, 0, "Behind Own Shared Written closer"},
		{"named", counted, Options{Types: []string{"example.com/p.Own"}}, 0, "Own closer"},
	} {
		c.opt.Dir, c.opt.Out, c.opt.Written = module(t, c.text), t.TempDir(), []string{"example.com/p.Written"}
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
