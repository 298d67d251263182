package drive

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// This file tells which ends of a process are harm that the package does. Package sync ends it, since a lock is unlocked that nobody holds. The
// caller of a package may have to hold that lock. So two things are executed, and no name tells them:
//
//   - The calls are made one after the other, in each order. Where all orders go well, the harm comes of calls at the same time.
//   - Where one ends the process, too, the call must have taken the lock itself. The recording of such a run tells that.

// fatal is the place of an end by package sync in code of the module, "" for another end.
func (pl *player) fatal(e *explorer.Ending) string {
	if e == nil || !slices.Contains(pl.rules, judge.Fatal) || !e.IsUnlock() {
		return ""
	}
	for _, f := range e.Frames() {
		switch {
		case pl.isOwn(f.Func):
			return ""
		case pl.isTheirs(f.Func):
			return f.Func + " " + filepath.Base(f.Pos)
		}
	}
	return ""
}

// isOwn reports whether a function is of the drivers.
func (pl *player) isOwn(function string) bool {
	return strings.HasPrefix(function, pl.target.Package+"_test.")
}

// isTheirs reports whether a function is of the module, and not of the drivers.
func (pl *player) isTheirs(function string) bool {
	return !pl.isOwn(function) && (strings.HasPrefix(function, pl.module+".") || strings.HasPrefix(function, pl.module+"/"))
}

// A conduct says how the calls of a driver do one after the other.
type conduct int

const (
	lives  conduct = iota // all orders go well
	dies                  // one ends the process, or there are too many
	panics                // a call panics: it broke a precondition
)

// isHarm reports whether the end of the process by a part of a driver is harm of the package.
func (pl *player) isHarm(ctx context.Context, h *hang, p *part) (bool, error) {
	if h.driver.UsesEnded(p.keep, p.tail) {
		return false, nil
	}
	how, err := pl.apart(ctx, h, p)
	if err != nil || how != dies {
		return how == lives, err
	}
	return pl.takes(ctx, h, p)
}

// takes reports whether the call that ends the process by an unlock has taken the lock before.
func (pl *player) takes(ctx context.Context, h *hang, p *part) (takes bool, err error) {
	err = pl.bare(judge.Trial{Driver: h.driver.Name, Only: p.keep, Tail: p.tail}, func(t *record.Target, dir, work, _ string) error {
		opt := explorer.Options{Config: config.Config{Strategy: "random", Seed: pl.seed}, Seed: pl.seed, Runs: more, First: true}
		list, err := explorer.Test(ctx, t, work, drive.Test, nil, opt, func(explorer.Progress) {})
		for _, r := range list {
			for i := range r.Endings {
				if at := pl.fatal(&r.Endings[i]); err == nil && slices.Contains(h.verdict.Places, at) {
					takes, err = pl.took(ctx, t, dir, &r.Endings[i])
					return err
				}
			}
		}
		return err
	})
	return takes, err
}

// took reports so of a run, which is made again with the recorder on.
func (pl *player) took(ctx context.Context, t *record.Target, dir string, e *explorer.Ending) (bool, error) {
	seen, err := explorer.Repeat(ctx, t, dir, drive.Test, e, io.Discard)
	if err != nil || !seen.Again {
		return false, err
	}
	targets, err := record.Targets(dir)
	if err != nil || targets[seen.Target] == nil {
		return false, err
	}
	own := *pl.session
	own.Dir = dir
	return transcript.Took(&own, targets[seen.Target], pl.target.Package+"_test."), nil
}

// mostOrders is how many orders of the calls of a driver are made.
const mostOrders = 30

// apart makes the calls of a part of a driver one after the other, in each order.
func (pl *player) apart(ctx context.Context, h *hang, p *part) (conduct, error) {
	lists := h.driver.Lists(p.keep)
	orders := merged(lists[1:], mostOrders+1)
	if len(orders) > mostOrders || len(lists) < 3 {
		return dies, nil
	}
	var r judge.Request
	for _, order := range orders {
		r.Trials = append(r.Trials, judge.Trial{Driver: h.driver.Name, Bare: true, Serial: slices.Concat(lists[0], order, p.tail)})
	}
	o, err := pl.play(ctx, r, fewer)
	if slices.ContainsFunc(o.verdicts, func(v judge.Verdict) bool { return v.Rule == judge.Void }) {
		return panics, err
	}
	if !o.ended {
		return dies, err
	}
	return lives, err
}

// merged are the orders of some lists, each of which keeps its own order. There are at most so many.
func merged(lists [][]int, most int) (orders [][]int) {
	rest := 0
	for i, list := range lists {
		rest += len(list)
		if len(list) == 0 {
			continue
		}
		others := slices.Clone(lists)
		others[i] = list[1:]
		for _, order := range merged(others, most-len(orders)) {
			orders = append(orders, append([]int{list[0]}, order...))
		}
		if len(orders) >= most {
			return orders
		}
	}
	if rest == 0 {
		return [][]int{nil}
	}
	return orders
}
