package lockgraph

import (
	"strings"
	"testing"
)

// Each case is followed by its twin, in which one thing is different.
var classifyCases = []struct {
	name string
	run  string
	want []string
}{
	{"AB-BA", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock"}},
	{"AB-AB", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock a; 3 lock b; 3 unlock b; 3 unlock a`, nil},

	{"three", `1 go 2; 1 go 3; 1 go 4
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock b; 3 lock c; 3 unlock c; 3 unlock b
		4 lock c; 4 lock a; 4 unlock a; 4 unlock c`,
		[]string{"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->c:lock g4[c:lock]->a:lock"}},
	{"three in line", `1 go 2; 1 go 3; 1 go 4
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock b; 3 lock c; 3 unlock c; 3 unlock b
		4 lock a; 4 lock c; 4 unlock c; 4 unlock a`, nil},

	{"gate", `1 go 2; 1 go 3
		2 lock g; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 unlock g
		3 lock g; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 3 unlock g`,
		[]string{"infeasible lockorder g2[g:lock a:lock]->b:lock g3[g:lock b:lock]->a:lock: both hold g, acquired at lock g and at lock g"}},
	{"gate shared", `1 go 2; 1 go 3
		2 rlock g; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 runlock g
		3 rlock g; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 3 runlock g`,
		[]string{"feasible lockorder g2[g:rlock a:lock]->b:lock g3[g:rlock b:lock]->a:lock"}},
	{"gate half shared", `1 go 2; 1 go 3
		2 rlock g; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 runlock g
		3 lock g @w rw; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 3 unlock g`,
		[]string{"infeasible lockorder g2[g:rlock a:lock]->b:lock g3[g:lock b:lock]->a:lock: both hold g, acquired at rlock g and at w"}},

	{"one goroutine", `1 go 2
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		2 lock b; 2 lock a; 2 unlock a; 2 unlock b`,
		[]string{"infeasible lockorder g2[a:lock]->b:lock g2[b:lock]->a:lock: goroutine 2 alone uses both orders"}},
	{"one goroutine within a gate", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 lock c; 2 unlock c; 2 unlock b; 2 unlock a
		3 lock c; 3 lock a; 3 unlock a; 3 unlock c`,
		[]string{"feasible lockorder g2[a:lock b:lock]->c:lock g3[c:lock]->a:lock"}},

	{"ordered by go", `
		1 lock a; 1 lock b; 1 unlock b; 1 unlock a; 1 go 2 @spawn
		2 lock b; 2 lock a; 2 unlock a; 2 unlock b`,
		[]string{"infeasible lockorder g1[a:lock]->b:lock g2[b:lock]->a:lock: goroutine 1 is always past it when goroutine 2 gets there: ordered by go at spawn"}},
	{"go before", `1 go 2 @spawn
		1 lock a; 1 lock b; 1 unlock b; 1 unlock a
		2 lock b; 2 lock a; 2 unlock a; 2 unlock b`,
		[]string{"feasible lockorder g1[a:lock]->b:lock g2[b:lock]->a:lock"}},

	{"ordered by join", `1 wgadd w 1; 1 go 2
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 wgadd w -1; 2 exit
		1 wgwait w @join; 1 wgdone w
		1 lock b; 1 lock a; 1 unlock a; 1 unlock b`,
		[]string{"infeasible lockorder g1[b:lock]->a:lock g2[a:lock]->b:lock: goroutine 2 is always past it when goroutine 1 gets there: ordered by WaitGroup.Wait at join"}},
	{"join of another", `1 wgadd w 1; 1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 wgadd w -1; 3 exit
		1 wgwait w @join; 1 wgdone w
		1 lock b; 1 lock a; 1 unlock a; 1 unlock b`,
		[]string{"feasible lockorder g1[b:lock]->a:lock g2[a:lock]->b:lock"}},
	{"join without the add", `1 go 2
		2 wgadd w 1; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 wgadd w -1; 2 exit
		1 wgwait w @join; 1 wgdone w
		1 lock b; 1 lock a; 1 unlock a; 1 unlock b`,
		[]string{"undecided lockorder g1[b:lock]->a:lock g2[a:lock]->b:lock: goroutine 2 is always past it when goroutine 1 gets there: ordered by WaitGroup.Wait at join"}},

	{"ordered by channel", `1 makechan c 0; 1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 send c
		3 recv c @wait; 3 received c 2; 2 sent c 3
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by channel at wait"}},
	{"channel later", `1 makechan c 0; 1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 send c
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b
		3 recv c @wait; 3 received c 2; 2 sent c 3`,
		[]string{"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock"}},

	{"readers only", `1 go 2; 1 go 3
		2 rlock a; 2 rlock b; 2 runlock b; 2 runlock a
		3 rlock b; 3 rlock a; 3 runlock a; 3 runlock b`,
		[]string{"infeasible lockorder g2[a:rlock]->b:rlock g3[b:rlock]->a:rlock: readers of b do not wait for each other and no other goroutine locked it exclusively"}},
	{"crossed readers with writers", `1 go 2; 1 go 3; 1 go 4; 1 go 5
		2 rlock a; 2 rlock b; 2 runlock b; 2 runlock a
		3 rlock b; 3 rlock a; 3 runlock a; 3 runlock b
		4 lock a rw; 4 unlock a; 5 lock b rw; 5 unlock b`,
		[]string{"feasible lockorder g2[a:rlock]->b:rlock g3[b:rlock]->a:rlock g5[]->b:lock g4[]->a:lock"}},
	{"crossed readers with one writer", `1 go 2; 1 go 3; 1 go 4; 1 go 5
		2 rlock a; 2 rlock b; 2 runlock b; 2 runlock a
		3 rlock b; 3 rlock a; 3 runlock a; 3 runlock b
		4 lock a rw; 4 unlock a`,
		[]string{"infeasible lockorder g2[a:rlock]->b:rlock g3[b:rlock]->a:rlock: readers of b do not wait for each other and no other goroutine locked it exclusively"}},
	{"reader and writer crossed", `1 go 2; 1 go 3
		2 rlock a; 2 lock b rw; 2 unlock b; 2 runlock a
		3 rlock b; 3 lock a rw; 3 unlock a; 3 runlock b`,
		[]string{"feasible lockorder g2[a:rlock]->b:lock g3[b:rlock]->a:lock"}},

	{"recursive read with writer", `1 go 2; 1 go 3
		2 rlock a; 2 rlock a @again; 2 runlock a; 2 runlock a
		3 lock a rw; 3 unlock a`,
		[]string{"feasible recursive-rlock g2[a:rlock]->a:rlock g3[]->a:lock"}},
	{"recursive read without writer", `1 go 2; 1 go 3
		2 rlock a; 2 rlock a @again; 2 runlock a; 2 runlock a
		3 rlock a; 3 runlock a`,
		[]string{"infeasible recursive-rlock g2[a:rlock]->a:rlock: readers of a do not wait for each other and no other goroutine locked it exclusively"}},
	{"recursive read and gated writer", `1 go 2; 1 go 3
		2 lock g; 2 rlock a; 2 rlock a @again; 2 runlock a; 2 runlock a; 2 unlock g
		3 lock g; 3 lock a rw; 3 unlock a; 3 unlock g`,
		[]string{"infeasible recursive-rlock g2[g:lock a:rlock]->a:rlock g3[g:lock]->a:lock: both hold g, acquired at lock g and at lock g"}},
	{"recursive read before the writer starts", `1 go 2; 2 rlock a; 2 rlock a @again; 2 runlock a; 2 runlock a
		2 go 3 @spawn; 3 lock a rw; 3 unlock a`,
		[]string{"infeasible recursive-rlock g2[a:rlock]->a:rlock g3[]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by go at spawn"}},
	// Two writers that soft order keeps apart from the reader: the nearer one is meant.
	{"recursive read, the nearer of two writers", `3 lock a rw; 3 unlock a rw; 3 release k1; 5 lock x; 5 unlock x; 5 lock y; 5 unlock y; 2 acquire k1;
	2 rlock a; 2 rlock a; 2 runlock a; 2 runlock a; 2 release k2; 4 acquire k2; 4 lock a rw; 4 unlock a rw`,
		[]string{"undecided recursive-rlock g2[a:rlock]->a:rlock g4[]->a:lock: goroutine 2 is always past it when goroutine 4 gets there: ordered by a release and an acquire"}},

	{"TryLock in reverse", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock b; 3 lock a try; 3 unlock a; 3 unlock b`, nil},
	{"TryLock first", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock b try; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock"}},
	{"after a failed TryLock", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 3 tryfail a @try; 2 unlock b; 2 unlock a
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock"}},
	{"after a failed TryLock of the inner one", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 3 tryfail b @try; 2 unlock b; 2 unlock a
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by a failed TryLock at try"}},

	{"hand-off", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 3 unlock a foreign
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: a is released by goroutines that do not hold it"}},
	{"hand-off ends the hold", `1 go 2; 1 go 3
		2 lock a; 3 unlock a foreign; 2 lock b; 2 unlock b
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`, nil},

	{"unlock in another order", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock a; 2 lock c; 2 unlock b; 2 unlock c
		3 lock c; 3 lock b; 3 unlock c; 3 unlock b`,
		[]string{"feasible lockorder g2[b:lock]->c:lock g3[c:lock]->b:lock"}},
	{"unlocked before", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 lock c; 2 unlock a; 2 unlock c
		3 lock c; 3 lock b; 3 unlock c; 3 unlock b`, nil},

	{"sections in another order", `1 go 2; 1 go 3
		2 lock d; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 unlock d
		3 lock d; 3 unlock d; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[d:lock a:lock]->b:lock g3[b:lock]->a:lock: needs critical sections in another order than recorded"}},
	{"sections in the order", `1 go 2; 1 go 3
		3 lock d; 3 unlock d
		2 lock d; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 unlock d
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"feasible lockorder g2[d:lock a:lock]->b:lock g3[b:lock]->a:lock"}},

	{"closure of four sections", closureChain + "1 lock c; 1 unlock c; 1 lock a; 1 lock b; 1 unlock b; 1 unlock a",
		[]string{"undecided lockorder g1[a:lock]->b:lock g2[f:lock b:lock]->a:lock: needs critical sections in another order than recorded"}},
	{"closure of no section", closureChain + "1 lock a; 1 lock b; 1 unlock b; 1 unlock a",
		[]string{"feasible lockorder g1[a:lock]->b:lock g2[f:lock b:lock]->a:lock"}},

	{"ordered by Once", `1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 oncedone o first
		3 oncedone o; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by Once.Do"}},
	{"ordered by buffer", `1 makechan c 1; 1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 send c; 2 sent c
		3 recv c @wait; 3 received c; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by channel at wait"}},
	{"in the buffer before", `1 makechan c 1; 1 go 2; 1 go 3
		2 send c; 2 sent c; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 recv c @wait; 3 received c; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"feasible lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock"}},
	{"ordered by a place in the buffer", `1 makechan c 1; 1 go 2; 1 go 3
		2 send c; 2 sent c; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 3 recv c; 3 received c
		2 send c @full; 2 sent c; 2 lock a; 2 lock b; 2 unlock b; 2 unlock a`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 3 is always past it when goroutine 2 gets there: ordered by channel at full"}},
	{"ordered by close", `1 makechan c 0; 1 go 2; 1 go 3
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a; 2 close c
		3 recv c @wait; 3 recvclosed c; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: goroutine 2 is always past it when goroutine 3 gets there: ordered by channel at wait"}},

	{"double lock", `1 go 2; 2 lock a @outer; 2 request a @inner`,
		[]string{"manifest doublelock g2[a:lock]->a:lock: acquired at outer, never released"}},
	{"upgrade", `1 go 2; 2 rlock a @outer; 2 request a @inner rw`,
		[]string{"manifest doublelock g2[a:rlock]->a:lock: acquired at outer, never released"}},
	{"waits for a hand-off", `1 go 2; 2 lock a; 2 request a; 1 unlock a foreign; 2 lock a; 2 request a`,
		[]string{"undecided doublelock g2[a:lock]->a:lock: a is released by goroutines that do not hold it"}},
	{"waited and got it", `1 go 2; 1 lock a @outer; 2 request a @inner; 1 unlock a; 2 lock a @inner; 2 unlock a`, nil},

	{"manifest", `1 go 2; 2 lock a; 1 lock b; 2 request b; 1 request a`,
		[]string{"manifest lockorder g1[b:lock]->a:lock g2[a:lock]->b:lock: they waited for each other when the run ended"}},

	{"manifest recursive read", `1 go 2; 2 rlock a; 1 request a @w rw; 2 rrequest a @again`,
		[]string{"manifest recursive-rlock g2[a:rlock]->a:rlock g1[]->a:lock: they waited for each other when the run ended"}},

	{"Cond.Wait with an outer lock", `1 go 2; 1 go 3
		2 lock o; 2 lock m; 2 wait c; 2 unlock m; 3 lock m; 3 signal c; 3 unlock m; 2 wake c; 2 lock m @wait; 2 unlock m; 2 unlock o
		3 lock m; 3 lock o; 3 unlock o; 3 unlock m`,
		[]string{
			"feasible lockorder g2[o:lock]->m:lock g3[m:lock]->o:lock",
			"feasible lockorder g2[o:lock]->m:lock g3[m:lock]->o:lock",
		}},
	{"lost events", `1 go 2; 1 go 3; 3 lost x 7
		2 lock a; 2 lock b; 2 unlock b; 2 unlock a
		3 lock b; 3 lock a; 3 unlock a; 3 unlock b`,
		[]string{"undecided lockorder g2[a:lock]->b:lock g3[b:lock]->a:lock: 7 events were lost; without them feasible"}},
}

// Each goroutine is inside a section when the next one starts, and its own
// section can end only after that of the one before.
const closureChain = `1 go 2; 1 go 3; 1 go 4; 1 go 5
	2 lock f; 2 release k2; 5 acquire k2; 5 lock e; 5 release k5; 4 acquire k5; 4 lock d; 4 release k4
	3 acquire k4; 3 lock c; 3 release k3; 1 acquire k3
	2 lock b; 2 lock a; 2 unlock a; 2 unlock b; 2 unlock f
	5 lock f; 5 unlock f; 5 unlock e; 4 lock e; 4 unlock e; 4 unlock d; 3 lock d; 3 unlock d; 3 unlock c
	`

func TestClassify(t *testing.T) {
	for _, c := range classifyCases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			check(t, parse(c.run).analyze(Options{}), c.want...)
		})
	}
}

func TestSemaphore(t *testing.T) {
	text := `1 go 2; 1 go 3; 1 go 4
		2 lock s; 2 lock m; 2 unlock m; 2 unlock s
		3 lock s; 3 lock m; 3 unlock m; 3 unlock s
		4 lock m; 4 lock s; 4 unlock s; 4 unlock m`
	r := parse(text)
	check(t, r.analyze(r.capacity(2, "s")),
		"feasible lockorder g2[s:lock]->m:lock g4[m:lock]->s:lock g3[s:lock]->m:lock",
		"feasible lockorder g3[s:lock]->m:lock g4[m:lock]->s:lock g2[s:lock]->m:lock")
	check(t, r.analyze(r.capacity(3, "s")))

	r = parse(`1 go 2; 1 go 3
		2 lock s; 2 lock s @again; 2 unlock s; 2 unlock s
		3 lock s; 3 lock s @again; 3 unlock s; 3 unlock s`)
	check(t, r.analyze(r.capacity(2, "s")),
		"feasible lockorder g2[s:lock]->s:lock g3[s:lock]->s:lock",
		"feasible lockorder g3[s:lock]->s:lock g2[s:lock]->s:lock")
	check(t, r.analyze(r.capacity(3, "s")))
}
