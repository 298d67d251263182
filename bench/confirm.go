package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// confirming measures how often confirming runs end in the deadlock.
type confirming struct {
	runs       int
	cases      string
	variants   string
	strategies string
	timeout    time.Duration
	parallel   int
}

func confirmFlags(fs *flag.FlagSet) measurement {
	c := &confirming{}
	fs.IntVar(&c.runs, "runs", 100, "of every candidate and variant")
	fs.StringVar(&c.cases, "cases", "", "`names` of cases of testdata, separated by commas; empty: all that can be confirmed, without those named ordered_by_, which are variations of one")
	fs.StringVar(&c.variants, "variants", strings.Join(slices.Sorted(maps.Keys(confirm.Variants())), ","), "`names`, separated by commas")
	fs.StringVar(&c.strategies, "strategies", string(confirm.Parallel), "`names`, separated by commas: parallel, serial")
	fs.DurationVar(&c.timeout, "timeout", 30*time.Second, "of one run")
	fs.IntVar(&c.parallel, "parallel", runtime.NumCPU(), "runs at the same time; most of a run is waiting")
	return c.measure
}

// An outcome is the result of a variant's runs, of one candidate or the
// mean of several.
type outcome struct {
	first   float64 // probability that a run ends in the deadlock
	third   float64 // that one of three does
	thrash  float64 // per run: pauses that ended because no other goroutine could run
	seconds float64 // per run
}

func (o outcome) String() string {
	return fmt.Sprintf("%.2f / %.2f / %.2f / %.2f", o.first, o.third, o.thrash, o.seconds)
}

func mean(list []outcome) (m outcome) {
	n := float64(len(list))
	for _, o := range list {
		m.first += o.first / n
		m.third += o.third / n
		m.thrash += o.thrash / n
		m.seconds += o.seconds / n
	}
	return m
}

// A column is a variant with a strategy.
type column struct {
	name    string
	options confirm.Options
	all     map[string]outcome // by case
}

func (c *confirming) columns() ([]*column, error) {
	var list []*column
	for _, s := range strings.Split(c.strategies, ",") {
		for _, v := range strings.Split(c.variants, ",") {
			opt, ok := confirm.Variants()[v]
			if !ok {
				return nil, fmt.Errorf("no variant %q; run go run . confirm -h", v)
			}
			opt.Strategy, opt.Timeout, opt.Tries = confirm.Strategy(s), c.timeout, 1
			name := v
			if opt.Strategy != confirm.Parallel {
				name += ", " + s
			}
			list = append(list, &column{name, opt, map[string]outcome{}})
		}
	}
	return list, nil
}

func (c *confirming) measure(ctx context.Context, e *environment) ([]table, error) {
	columns, err := c.columns()
	if err != nil {
		return nil, err
	}
	names, err := caseNames(c.cases)
	if err != nil {
		return nil, err
	}
	cases := table{title: "Every case", head: []string{"case", "candidates", "native"}}
	for _, col := range columns {
		cases.head = append(cases.head, col.name)
	}
	for _, name := range names {
		p, err := prepare(ctx, e, name)
		if errors.Is(err, errNothing) {
			say("%s: %v", name, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		failed, err := p.runNative(ctx, c.runs)
		if err != nil {
			return nil, err
		}
		row := []string{name, fmt.Sprint(len(p.candidates)), fmt.Sprintf("%d/%d", failed, c.runs)}
		for _, col := range columns {
			say("%s, %s", name, col.name)
			if col.all[name], err = c.program(ctx, p, col); err != nil {
				return nil, err
			}
			row = append(row, col.all[name].String())
		}
		cases.row(row...)
	}
	cases.notes = c.notes()
	return []table{summary(columns), thesis(columns[best(columns)]), cases}, nil
}

func (c *confirming) notes() []string {
	return []string{
		"A cell: probability that one run ends in the deadlock / that one of three consecutive runs does / " +
			"thrashes per run (pauses at a breakpoint that ended because no other goroutine could run) / seconds per run. " +
			fmt.Sprintf("Means over the candidates of the case, %d runs each, every run with a seed of its own, %d at the same time.", c.runs, c.parallel),
		"native: runs of the program built with the ordinary Go that failed or hung.",
	}
}

// program measures all candidates of a case.
func (c *confirming) program(ctx context.Context, p *program, col *column) (outcome, error) {
	var list []outcome
	for _, cand := range p.candidates {
		o, err := c.candidate(ctx, p, cand, col.options)
		if err != nil {
			return outcome{}, fmt.Errorf("%s: %w", p.name, err)
		}
		list = append(list, o)
	}
	return mean(list), nil
}

// candidate makes all runs of one candidate, several at a time.
func (c *confirming) candidate(ctx context.Context, p *program, cand *predict.Candidate, opt confirm.Options) (outcome, error) {
	results, errs := make([]*confirm.Result, c.runs), make([]error, c.runs)
	var wg sync.WaitGroup
	slots := make(chan struct{}, max(1, c.parallel))
	for i := range results {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			opt := opt
			opt.Seed = uint64(i) * 7919 // as the tries of one call
			results[i], errs[i] = confirm.Confirm(ctx, p.session, cand, opt)
		})
	}
	wg.Wait()
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return outcome{}, err
	}
	return outcomeOf(results)
}

func outcomeOf(results []*confirm.Result) (o outcome, err error) {
	n := float64(len(results))
	hit := func(i int) bool { return results[i%len(results)].Confirmed }
	for i, r := range results {
		if len(r.Runs) == 0 {
			return o, fmt.Errorf("a candidate was %s", r.Reason)
		}
		if hit(i) {
			o.first += 1 / n
		}
		if hit(i) || hit(i+1) || hit(i+2) {
			o.third += 1 / n
		}
		o.thrash += float64(r.Runs[0].Stats.Thrash) / n
		o.seconds += r.Runs[0].Seconds / n
	}
	return o, nil
}

// summary compares the variants over all cases (thesis, figure 9.6).
func summary(columns []*column) table {
	t := table{title: "Variants", head: []string{"variant", "in one run", "in three", "thrashes", "seconds", "cases below 0.95 in one run"}}
	for _, col := range columns {
		m := mean(slices.Collect(maps.Values(col.all)))
		var weak []string
		for _, name := range slices.Sorted(maps.Keys(col.all)) {
			if o := col.all[name]; o.first < 0.95 {
				weak = append(weak, fmt.Sprintf("%s %.2f", name, o.first))
			}
		}
		t.row(col.name, number(m.first, 3), fmt.Sprintf("%.3f", m.third), fmt.Sprintf("%.2f", m.thrash), fmt.Sprintf("%.2f", m.seconds), strings.Join(weak, ", "))
	}
	t.notes = []string{"Means over the cases."}
	return t
}

// published are the figures of table 9.4 of the thesis: probability and
// thrashes of the best variant, over 100 runs.
var published = []struct {
	name, subject string
	probability   string
	thrash        string
}{
	{"logging", "Java Logging", "1.00", "0.00"},
	{"swing_caret", "Java Swing", "1.00", "4.83"},
	{"dbcp", "DBCP", "1.00", "0.00"},
	{"sync_list", "Synchronized Lists", "0.99", "0.0"},
	{"sync_map", "Synchronized Maps", "0.52", "0.04"},
	{"jigsaw_factory", "Jigsaw", "0.214", "18.97"},
}

// best is the default variant if it was measured.
func best(columns []*column) int {
	return max(0, slices.IndexFunc(columns, func(c *column) bool { return c.name == "index" }))
}

func thesis(col *column) table {
	t := table{title: "Subjects of the thesis, variant " + col.name, head: []string{"case", "in the thesis", "probability", "thesis", "thrashes", "thesis"}}
	for _, p := range published {
		if o, ok := col.all[p.name]; ok {
			t.row(p.name, p.subject, fmt.Sprintf("%.2f", o.first), p.probability, fmt.Sprintf("%.2f", o.thrash), p.thrash)
		}
	}
	t.notes = []string{"The cases are models of those programs in Go, not the programs. Thesis: table 9.4, its best variant, 100 runs."}
	return t
}
