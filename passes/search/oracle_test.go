package search_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/search"
)

// A stmt is a statement of a random program. The programs have one lock, a parameter that is a small number, two that are truths, a local variable, and
// a field that is only stored in a new object.
type stmt struct {
	op        op
	cond      string // of opIf and opSet, by name in world
	not       bool
	then, els []stmt
}

type op int

const (
	opLock op = iota
	opUnlock
	opIf
	opSet    // the local variable
	opReturn // from the function that the statement stands in
	opHelp   // calls the other function
	opDefer  // an unlock, when the local variable is set by then
)

// conditions are those of the programs, with what they mean.
var conditions = map[string]func(w *world) bool{
	"a": func(w *world) bool { return w.a }, "b": func(w *world) bool { return w.b }, "x": func(w *world) bool { return w.x },
	"n < 2": func(w *world) bool { return w.n < 2 }, "n == 1": func(w *world) bool { return w.n == 1 }, "n > 0": func(w *world) bool { return w.n > 0 }, "o.on": func(w *world) bool { return w.a },
}

var conditionNames = []string{"a", "b", "x", "n < 2", "n == 1", "n > 0", "o.on"}

// A world is the input of a run, and its state.
type world struct {
	a, b, x, held, freed, dead bool
	n                          int
	deferred                   int
	helper                     []stmt
}

// run executes statements and reports whether the function goes on after them.
func (w *world) run(list []stmt) bool {
	for _, s := range list {
		if w.dead {
			return false
		}
		switch s.op {
		case opLock:
			w.held, w.freed = true, false
		case opUnlock:
			w.unlock()
		case opIf:
			branch := s.els
			if conditions[s.cond](w) != s.not {
				branch = s.then
			}
			if !w.run(branch) {
				return false
			}
		case opSet:
			w.x = conditions[s.cond](w) != s.not
		case opReturn:
			return false
		case opHelp:
			w.run(w.helper)
		case opDefer:
			w.deferred++
		}
	}
	return !w.dead
}

// unlock is as that of the executor: only a second one is known to kill the program.
func (w *world) unlock() {
	switch {
	case w.held:
		w.held, w.freed = false, true
	case w.freed:
		w.dead = true
	default:
		w.freed = true
	}
}

// leaks reports whether some input makes the root return with the lock.
func leaks(root, helper []stmt) bool {
	for i := range 12 {
		w := &world{a: i&1 != 0, b: i&2 != 0, n: i >> 2, helper: helper}
		w.run(root)
		for ; w.deferred > 0 && !w.dead; w.deferred-- {
			if w.x {
				w.unlock()
			}
		}
		if w.held && !w.dead {
			return true
		}
	}
	return false
}

// random makes statements. A helper has no local variable, calls nothing and defers nothing.
func random(r *rand.Rand, depth int, helper bool) (list []stmt) {
	for range 1 + r.IntN(4) {
		s := stmt{op: op(r.IntN(int(opDefer) + 1)), cond: conditionNames[r.IntN(len(conditionNames))], not: r.IntN(2) == 0}
		switch {
		case helper && s.op > opReturn, helper && s.op == opSet, helper && s.cond == "x", s.op == opIf && depth == 0, s.op == opReturn && depth == 2:
			continue
		case s.op == opIf:
			s.then, s.els = random(r, depth-1, helper), random(r, depth-1, helper)
		}
		list = append(list, s)
		if s.op == opReturn {
			break
		}
	}
	return list
}

func write(b *strings.Builder, list []stmt) {
	for _, s := range list {
		cond := s.cond
		if s.not {
			cond = "!(" + cond + ")"
		}
		switch s.op {
		case opLock:
			b.WriteString("s.mu.Lock(); ")
		case opUnlock:
			b.WriteString("s.mu.Unlock(); ")
		case opIf:
			fmt.Fprintf(b, "if %s { ", cond)
			write(b, s.then)
			b.WriteString("} else { ")
			write(b, s.els)
			b.WriteString("}; ")
		case opSet:
			fmt.Fprintf(b, "x = %s; ", cond)
		case opReturn:
			b.WriteString("return; ")
		case opHelp:
			b.WriteString("s.help(a, b, n, o); ")
		case opDefer:
			b.WriteString("defer func() { if x { s.mu.Unlock() } }(); ")
		}
	}
}

// TestAskRandom compares the answers with a run for each input. The programs are on one line, so that each acquire is the one in question.
func TestAskRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[search.Answer]int{}
	for range 120 {
		helper, root := random(r, 1, true), random(r, 2, false)
		var b strings.Builder
		b.WriteString(head + "type opt struct{ on bool }\nfunc newOpt(on bool) *opt { return &opt{on} }\nfunc (s *S) help(a, b bool, n int, o *opt) { ")
		write(&b, helper)
		b.WriteString("}; func (s *S) body(a, b bool, n int, o *opt) { x := false; _ = x; ")
		write(&b, root)
		b.WriteString("}; func (s *S) Root(a, b bool, n int) { if n >= 0 && n < 3 { s.body(a, b, n, newOpt(a)) } } // held\n")
		got, want := parse(t, b.String()).ask(t, search.Leaked), search.Refuted
		if leaks(root, helper) {
			want = search.Reached
		}
		if seen[got]++; got != want {
			t.Fatalf("answer %d, want %d\n%s", got, want, strings.TrimPrefix(b.String(), head))
		}
	}
	if seen[search.Reached] < 20 || seen[search.Refuted] < 20 {
		t.Errorf("the programs show little: %v", seen)
	}
}
