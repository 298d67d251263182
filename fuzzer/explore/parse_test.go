package explore

import (
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]config.Config{
		"strategy=run":                              {Strategy: "run"},
		"strategy=pct seed=12 depth=3 steps=100":    {Strategy: "pct", Seed: 12, Depth: 3, Place: walk.Learnt{Choices: 100}},
		"strategy=pct":                              {Strategy: "pct", Depth: 3},
		"strategy=dfs":                              {Strategy: "dfs", Depth: -1},
		"strategy=pos shards=16 shard=3":            {Strategy: "pos", Shard: 3, Shards: 16},
		"  strategy=icb  depth=0 ":                  {Strategy: "icb"},
		"strategy=pos seed=18446744073709551615":    {Strategy: "pos", Seed: 1<<64 - 1},
		"strategy=dfs depth=-1 runs=7 prefix=0*3,1": {Strategy: "dfs", Depth: -1, Runs: 7, Place: search.Unvisited{Prefix: []uint16{0, 0, 0, 1}}},
		"strategy=icb runs=1 cut=1 lost=1 dropped=1 waiting=0:3:1:1:77:0,1:4:2:1:78:1": {
			Strategy: "icb", Depth: 2, Runs: 1, Cut: true, Lost: true,
			Place: search.Unvisited{Dropped: true, Waiting: []search.Branch{{Parent: 0, At: 3, Rank: 1, Cost: 1, Mark: 77, Waits: false}, {Parent: 1, At: 4, Rank: 2, Cost: 1, Mark: 78, Waits: true}}},
		},
	} {
		got, complaint := Parse(text)
		if complaint != "" || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v (%s), want %+v", text, got, complaint, want)
		}
	}
}

func TestParseComplains(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                    `unknown strategy ""; use one of run random pct pos surw history dfs icb bfs delay capp dpor hapset causal causal-fast auto`,
		"strategy=foo":                                        `unknown strategy "foo"; use one of`,
		"seed=3 strategy=pos":                                 `"seed" stands before the strategy; begin with strategy=`,
		"strategy=pos shard=3":                                "the shard is none of the shards",
		"strategy=pos shards=3 shard=3":                       "the shard is none of the shards",
		"strategy=run\n":                                      `unknown strategy "run?"`,
		"strategy=pct depth=0":                                "the depth of pct is out of range; use 1 to 16",
		"strategy=pct depth=17":                               "use 1 to 16",
		"strategy=pct depth=x":                                `depth="x" is not a value of depth; use a number`,
		"strategy=pct depth=-2":                               `depth="-2"`,
		"strategy=random depth=-1":                            "the depth of random is out of range; use 0 or more",
		"strategy=pct seed=":                                  `seed=""`,
		"strategy=pct seed=1 seed":                            `seed=""`,
		"strategy=run seed=18446744073709551616":              "seed=",
		"strategy=pct steps=2147483648":                       "steps=",
		"strategy=dfs runs=1 cut=2":                           "cut=",
		"strategy=dfs prefix=1":                               "prefix and waiting need runs",
		"strategy=dfs runs=1 prefix=1*0":                      "prefix=",
		"strategy=dfs runs=1 prefix=,":                        "prefix=",
		"strategy=dfs runs=1 prefix=1*-1":                     "prefix=",
		"strategy=dfs runs=1 prefix=0*999999999":              "prefix=",
		"strategy=dfs runs=1 prefix=0*16384,1":                "prefix=",
		"strategy=icb runs=1 waiting=1:3:1:1:77:1":            "waiting=",
		"strategy=icb runs=1 waiting=0:3:1:1:77":              "waiting=",
		"strategy=icb runs=1 waiting=0:3:1:1:77:1:1":          "waiting=",
		"strategy=icb runs=1 waiting=0:16384:1:1:77:1":        "waiting=",
		"strategy=icb runs=1 waiting=0:3:0:1:77:1":            "waiting=",
		"strategy=icb runs=1 waiting=0:3:1:1:7:1,1:3:1:1:7:1": "waiting=",
		"strategy=hapset early=1":                             "leave -early out",
		"strategy=dpor stack=0":                               "stack needs runs",
		"strategy=dpor runs=1 stack=0,,1":                     "stack=",
		"strategy=dpor runs=1 stack=0*16385":                  "stack=",
		"strategy=dpor runs=1 stack=0-1:3":                    "stack=",
		"strategy=dpor runs=1 stack=0+":                       "stack=",
		"strategy=hapset runs=1 seen=1":                       "seen=",
		"strategy=causal runs=1 seen=0.7;2.1||":               "seen=",
		"strategy=causal-fast runs=1 seen=0.7|1;2|":           "seen=",
		"strategy=causal runs=1 seen=0.7|1|8 stack=1:2:3:1:0": "stack=",
		"strategy=causal runs=1 seen=0.7|1|8 stack=1:1":       "stack=",
		"strategy=surw seen=4294967295,0.5":                   "seen=",
		"strategy=surw seen=9999":                             "seen=",
		"strategy=pos seen=1":                                 `unknown setting "seen"`,
		"strategy=causal shards=2 shard=1":                    "leave -shard out",
		"strategy=causal-fast early=1":                        "leave -early out",
		"strategy=dpor values=1":                              `unknown setting "values"`,
		"strategy=pct later=1":                                `unknown setting "later"; use strategy, seed or depth`,
		strings.Repeat("x", 1000):                             "...",
	} {
		c, complaint := Parse(text)
		if !strings.Contains(complaint, want) || strings.ContainsAny(complaint, "\n") || len(complaint) > 200 {
			t.Errorf("%q: the complaint is %q, want %q", text, complaint, want)
		}
		if !reflect.DeepEqual(c, config.Config{}) {
			t.Errorf("%q is refused and read as %+v", text, c)
		}
	}
}

// alike compares configurations. A census may have its cells in another order.
func alike(a, b config.Config) bool {
	same := len(a.String()) == len(b.String())
	if a.Strategy == "surw" {
		a.Place, b.Place = nil, nil
	}
	return same && reflect.DeepEqual(a, b)
}

// FuzzParse: what is read can be written and read again, and its strategy
// makes runs of any program without a panic or a wrong index.
func FuzzParse(f *testing.F) {
	for name := range strings.FieldsSeq(Names) {
		f.Add("strategy="+name+" depth=2 seed=5", uint64(1))
	}
	f.Add("strategy=dfs depth=-1 runs=7 cut=1 lost=1 prefix=0*12,1,65535", uint64(2))
	f.Add("strategy=icb runs=3 waiting=0:3:1:1:77:0,1:4:2:1:78:1", uint64(3))
	f.Add("strategy=bfs runs=3 dropped=1 waiting=0:3:1:1:77:0,1:16383:65535:4294967295:78:1", uint64(4))
	f.Add("strategy=causal runs=1 seen=0.7;1.5|2|8 stack=1:1:77:1:0*3,3:0:0:2:0.1", uint64(7))
	f.Add("strategy=surw seed=3 seen=4294967295,1.2,2.1;0,1.1;0,1.1", uint64(8))
	f.Add("strategy=dpor runs=9 stack=0*12,1+2,3-0:5.1:5.7-1:x", uint64(9))
	f.Add("strategy=hapset runs=9 stack=0*12,1+2/5.1;6.2,3-0:5.1 seen=5.1;6.2", uint64(10))
	f.Add("strategy=dpor stack=", uint64(11))
	f.Add("strategy=auto runs=2000 waiting=0:3:1:1:77:0", uint64(5))
	f.Add("strategy=delay dropped=1 runs=1 prefix=1*16384", uint64(6))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		c, complaint := Parse(text)
		if complaint != "" {
			return
		}
		again, complaint := Parse(c.String())
		if complaint != "" || !alike(again, c) {
			t.Fatalf("%q\nread as %+v\nand then as %+v (%s)", text, c, again, complaint)
		}
		s, points := New(c), random.Random(seed)
		for run := range 3 {
			s.Begin(run)
			for range 20 {
				p := anyPoint(&points)
				if i := s.Next(p); i < 0 || i >= len(p.Enabled) {
					t.Fatalf("%q chooses %d of %d", text, i, len(p.Enabled))
				}
			}
			s.End(20)
			if r, ok := s.(interface{ Resume() config.Config }); ok {
				if _, complaint := Parse(r.Resume().String()); complaint != "" {
					t.Fatalf("%q carries on as %q: %s", text, r.Resume(), complaint)
				}
			}
		}
	})
}

// anyPoint is a point of an engine that breaks its promises, sometimes.
func anyPoint(r *random.Random) *point.Point {
	p := &point.Point{Enabled: make([]point.Goroutine, 2+r.Below(4)), Running: r.Below(8) - 2, Yields: r.Below(3) == 0}
	for i := range p.Enabled {
		p.Enabled[i] = point.Goroutine{ID: uint32(i + r.Below(3)*point.MaxGoroutines), Object: uint32(r.Below(3))}
	}
	return p
}
