package mine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

func seqs(texts ...string) []Sequence {
	var q Sequences
	for _, s := range texts {
		q.Add("T", Sequence{Methods: strings.Fields(s), Count: 1})
	}
	return q.Of("T")
}

// text mines and leaves out the type and the origin.
func text(t *testing.T, list []Sequence, opt Options) string {
	t.Helper()
	a, err := Mine("T", list, opt)
	if err != nil {
		t.Fatal(err)
	}
	a.Origin = ""
	return strings.TrimPrefix(string(automaton.Format(a)), "type T\n")
}

// TestFigure62 is the automaton of the one sequence of figure 6.2: no two nodes
// of the path have the same strings after them, so that nothing is merged.
func TestFigure62(t *testing.T) {
	want := `state s1
  connect -> s2 x1
state s2
  getOutputStream -> s3 x1
state s3
  getInputStream -> s4 x1
state s4
  close -> s5 x1
state s5 final
`
	for _, opt := range []Options{{}, {K: 1, S: 100}, {K: MaxK}, {Match: And}, {Match: Or}, {Never: true}} {
		if got := text(t, seqs("connect getOutputStream getInputStream close"), opt); got != want {
			t.Errorf("%+v: got\n%swant\n%s", opt, got, want)
		}
	}
}

// TestByHand are examples worked out by hand.
func TestByHand(t *testing.T) {
	for _, tt := range []struct {
		name string
		list []Sequence
		opt  Options
		want string
	}{
		{
			// Tree: 0 -o-> 1 -r-> 2 -r-> 3 -c-> 4. The 1-strings of 1 and 2 are
			// {r}: they merge, and r leads from there to itself and to 3. So c is
			// allowed after the first r, not before.
			"a loop", seqs("o r r c"), Options{K: 1, S: 100},
			"state s1\n  o -> s2 x1\nstate s2\n  r -> s3 x2\nstate s3\n  r -> s3 x2\n  c -> s4 x1\nstate s4 final\n",
		}, {
			// With k = 0 all nodes have the empty string after them.
			"k is 0", seqs("o r c", "o c"), Options{K: -1},
			"state s1 final\n  r -> s1 x1\n  c o -> s1 x2\n",
		}, {
			// With k = 2 node 1 has {r r}, node 2 {r c}, node 3 {c .}: nothing merges.
			"a longer look", seqs("o r r c"), Options{K: 2, S: 100},
			"state s1\n  o -> s2 x1\nstate s2\n  r -> s3 x1\nstate s3\n  r -> s4 x1\nstate s4\n  c -> s5 x1\nstate s5 final\n",
		}, {
			// After o: r with 3/4, c with 1/4. After o r: c with 1. The
			// likeliest up to 50 % are {r} and {c}; up to 100 % {r, c} and {c}.
			// The two leaves merge in any case.
			"the leaves", seqs("o r c", "o r c", "o r c", "o c"), Options{K: 1, S: 50},
			"state s1\n  o -> s2 x4\nstate s2\n  c -> s3 x1\n  r -> s4 x3\nstate s3 final\nstate s4\n  c -> s3 x3\n",
		}, {
			// Likeliest after o: c with 2/3. After o r: c with 1. At 50 % they
			// are the same and merge, at 100 % {c, r} and {c} are not.
			"the likeliest", seqs("o r c", "o c", "o c"), Options{K: 1, S: 50},
			"state s1\n  o -> s2 x3\nstate s2\n  r -> s2 x1\n  c -> s3 x3\nstate s3 final\n",
		}, {
			"all of them", seqs("o r c", "o c", "o c"), Options{K: 1, S: 100},
			"state s1\n  o -> s2 x3\nstate s2\n  c -> s3 x2\n  r -> s4 x1\nstate s3 final\nstate s4\n  c -> s3 x1\n",
		}, {
			// {c} of the node after o r is among {c, r} of the one after o, not
			// the other way round.
			"and", seqs("o r c", "o c", "o c"), Options{K: 1, S: 100, Match: And},
			"state s1\n  o -> s2 x3\nstate s2\n  c -> s3 x2\n  r -> s4 x1\nstate s3 final\nstate s4\n  c -> s3 x1\n",
		}, {
			"or", seqs("o r c", "o c", "o c"), Options{K: 1, S: 100, Match: Or},
			"state s1\n  o -> s2 x3\nstate s2\n  r -> s2 x1\n  c -> s3 x3\nstate s3 final\n",
		}, {
			// Figure 9.5 by its text: size is always called before getNextInQueue.
			"DownloadQueue", seqs("queueURL size getNextInQueue size getNextInQueue size", "queueURL queueURL size size getNextInQueue size"), Options{K: 1, S: 50},
			"",
		},
	} {
		got := text(t, tt.list, tt.opt)
		if tt.want != "" && got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
		if tt.name == "DownloadQueue" {
			a, _ := Mine("T", tt.list, tt.opt)
			if s, _ := a.Run(strings.Fields("queueURL size getNextInQueue getNextInQueue")); s != automaton.NoState {
				t.Errorf("getNextInQueue without size is allowed in\n%s", got)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, opt := range []Options{{K: MaxK + 1}, {S: 101}, {S: -1}, {Match: "lax"}} {
		if _, err := Mine("T", seqs("a"), opt); err == nil || !strings.Contains(err.Error(), "say ") {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	var long []Sequence
	for i := range MaxNodes/MaxSequence + 1 {
		s := Sequence{Count: 1}
		for range MaxSequence {
			s.Methods = append(s.Methods, fmt.Sprint("m", i))
		}
		long = append(long, s)
	}
	if _, err := Mine("T", long, Options{}); err == nil || !strings.Contains(err.Error(), "more than 20000") {
		t.Errorf("a large tree: %v", err)
	}
	if _, err := learn(long, Options{Never: true}); err != nil {
		t.Error(err)
	}
}

func randomSeqs(r *rand.Rand) []Sequence {
	var q Sequences
	for range 1 + r.IntN(6) {
		s := Sequence{Count: 1 + r.Uint64N(3), Cut: r.IntN(8) == 0}
		for range r.IntN(7) {
			s.Methods = append(s.Methods, string(rune('a'+r.IntN(3))))
		}
		q.Add("T", s)
	}
	return q.Of("T")
}

// TestLanguages are the properties that every result has: what was observed is
// allowed, what the tree accepts is accepted, the automaton and the merged tree
// accept the same.
func TestLanguages(t *testing.T) {
	grown := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		list := randomSeqs(r)
		opt := Options{K: 1 + r.IntN(3), S: float64(1 + r.IntN(100)), Match: []Match{Equal, And, Or}[r.IntN(3)]}
		if r.IntN(5) == 0 {
			opt.K = -1
		}
		a, err := Mine("T", list, opt)
		if err != nil {
			t.Fatal(err)
		}
		full, err := opt.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		n, err := learn(list, full)
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := Mine("T", list, Options{Never: true})
		for _, s := range list {
			if s.Cut {
				if at, _ := a.Run(s.Methods); at == automaton.NoState {
					t.Fatalf("seed %d %+v: the beginning %v is forbidden", seed, opt, s.Methods)
				}
			} else if !a.Accepts(s.Methods) || !plain.Accepts(s.Methods) {
				t.Fatalf("seed %d %+v: %v was observed and is not accepted by\n%s", seed, opt, s.Methods, automaton.Format(a))
			}
		}
		more := false
		for range 200 {
			var w []string
			for range r.IntN(8) {
				w = append(w, string(rune('a'+r.IntN(3))))
			}
			if a.Accepts(w) != n.Accepts(w) {
				t.Fatalf("seed %d %+v: %v: automaton %v, merged tree %v", seed, opt, w, a.Accepts(w), n.Accepts(w))
			}
			if plain.Accepts(w) && !a.Accepts(w) {
				t.Fatalf("seed %d %+v: merging lost %v", seed, opt, w)
			}
			more = more || a.Accepts(w) && !plain.Accepts(w)
		}
		if more {
			grown++
		}
		again, _ := Mine("T", list, opt)
		if string(automaton.Format(again)) != string(automaton.Format(a)) {
			t.Fatalf("seed %d: not the same twice", seed)
		}
	}
	if grown < 200 {
		t.Errorf("merging added to only %d languages", grown)
	}
}

func TestSequencesFile(t *testing.T) {
	var q Sequences
	q.Add("os.File", Sequence{Methods: []string{"Read", "Close"}, Count: 2})
	q.Add("os.File", Sequence{Methods: []string{"Read", "Close"}, Count: 1})
	q.Add("os.File", Sequence{Methods: []string{"Read"}, Count: 1, Cut: true})
	q.Add("a.T", Sequence{Count: 1})
	got := string(q.Format())
	want := "deadlocklint sequences 1\ntype a.T\n1 \ntype os.File\n1 Read ...\n3 Read Close\nsum "
	if !strings.HasPrefix(got, want) {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	back, err := ParseSequences([]byte(got))
	if err != nil || string(back.Format()) != got {
		t.Fatalf("read back: %v\n%s", err, back.Format())
	}
	for damage, text := range map[string]string{
		"line 5: the sum":  strings.Replace(got, "3 Read", "4 Read", 1),
		"line 4: the file": got[:strings.Index(got, "sum")],
		"line 1: this is":  "deadlocklint plan 1\n",
		"line 3":           "deadlocklint sequences 1\ntype T\nx Read\n",
		"line 2":           "deadlocklint sequences 1\n1 Read\n",
	} {
		_, err := ParseSequences([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), strings.Split(damage, ":")[0][:5]) || !strings.Contains(err.Error(), ";") {
			t.Errorf("%s: %v", damage, err)
		}
	}
	if _, err := ParseSequences([]byte(got + "1 Read\n")); err == nil {
		t.Error("what follows the sum is passed over")
	}
	long := Sequence{Methods: make([]string, MaxSequence+1), Count: 1}
	for i := range long.Methods {
		long.Methods[i] = "m"
	}
	var l Sequences
	l.Add("T", long)
	if s := l.Of("T")[0]; !s.Cut || len(s.Methods) != MaxSequence {
		t.Errorf("a long sequence: cut %v, %d methods", s.Cut, len(s.Methods))
	}
}

func FuzzParseSequences(f *testing.F) {
	var q Sequences
	q.Add("T", Sequence{Methods: []string{"a"}, Count: 1})
	f.Add(q.Format())
	f.Fuzz(func(t *testing.T, text []byte) {
		q, err := ParseSequences(text)
		if err != nil {
			return
		}
		again, err := ParseSequences(q.Format())
		if err != nil || string(again.Format()) != string(q.Format()) {
			t.Fatalf("%v:\n%s", err, q.Format())
		}
	})
}

func BenchmarkMine(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var q Sequences
	for range 1000 {
		s := Sequence{Methods: []string{"open"}, Count: 1}
		for range r.IntN(30) {
			s.Methods = append(s.Methods, []string{"read", "write", "seek"}[r.IntN(3)])
		}
		q.Add("T", Sequence{Methods: append(s.Methods, "close"), Count: 1})
	}
	list := q.Of("T")
	for b.Loop() {
		if _, err := Mine("T", list, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFill adds the shortest of new sequences as long as a tree of all can be merged,
// and counts those that are known in any case.
func TestFill(t *testing.T) {
	var q, r Sequences
	q.Add("T", Sequence{Methods: []string{"a", "b"}, Count: 1})
	for i := range 30 {
		list := slices.Repeat([]string{"a", "b"}, 450)
		list[i] = "c"
		r.Add("T", Sequence{Methods: list, Count: 1})
	}
	r.Add("T", Sequence{Methods: []string{"a", "b"}, Count: 2})
	r.Add("T", Sequence{Methods: []string{"b"}, Count: 1})
	q.Fill(&r)
	if n, want := q.Different("T"), 2+(MaxNodes-1-3)/900; n != want {
		t.Errorf("%d sequences, want %d", n, want)
	}
	if _, err := Mine("T", q.Of("T"), Options{}); err != nil {
		t.Error(err)
	}
	if first := q.Of("T")[0]; first.Count != 3 {
		t.Errorf("%+v was seen three times", first)
	}
	var small Sequences
	small.Fill(&q)
	if small.Different("T") != q.Different("T") {
		t.Error("what fits is not taken over")
	}
}
