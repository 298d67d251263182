package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
)

// goroutines measures how time and memory of the predictor grow with the number
// of goroutines, each time in a process of its own.
type goroutines struct {
	crowds string
	sizes  string
	stall  bool
}

func goroutinesFlags(fs *flag.FlagSet) measurement {
	g := &goroutines{}
	fs.StringVar(&g.crowds, "crowds", "chain,pool,tree,futures,fan", "`names` of made-up programs, or all")
	fs.StringVar(&g.sizes, "sizes", "1000,4000,16000,64000,256000,1000000", "`numbers` of goroutines")
	fs.BoolVar(&g.stall, "stall", false, "make trace programs, too")
	return g.measure
}

// crowds are the made-up programs of package tracetest as loads.
func crowds() (list []load) {
	for _, c := range tracetest.Crowds() {
		list = append(list, load{c.Name, c.What, c.Make})
	}
	return list
}

func (g *goroutines) measure(ctx context.Context, e *environment) ([]table, error) {
	t := table{head: []string{"program", "read by", "goroutines", "events", "CPU s", "µs of CPU per event", "peak MB"}}
	ways := []string{viaBuilder, viaFile}
	if g.stall {
		ways = append(ways, viaStall)
	}
	for _, l := range crowds() {
		if g.crowds != "all" && !wanted(l.name, g.crowds) {
			continue
		}
		t.notes = append(t.notes, l.name+": "+l.what+".")
		for _, how := range ways {
			for _, size := range strings.Split(g.sizes, ",") {
				n, err := strconv.Atoi(size)
				if err != nil {
					return nil, fmt.Errorf("-sizes: %w", err)
				}
				r, err := (&predictor{rounds: 1}).fastest(ctx, e, l, how, n)
				if err != nil {
					return nil, err
				}
				t.row(l.name, how, size, strconv.Itoa(r.Events), number(r.CPU, 2), number(r.CPU*1e6/float64(r.Events), 2), number(float64(r.memory)/1e6, 0))
			}
		}
	}
	t.notes = append(t.notes,
		"One process each. lockgraph: package lockgraph alone, fed with events made on the way; predict.Dir: from a trace file to findings. Peak: resident memory of the process.",
		"Goal: CPU per event that grows like the logarithm of the number of goroutines at most; below 2 GB.")
	return []table{t}, nil
}
