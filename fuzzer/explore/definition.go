package explore

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/causal"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// Names are the strategies that users ask for.
const Names = "run random pct pos surw history dfs icb bfs delay capp dpor hapset causal causal-fast auto"

// Named is the configuration of a strategy whose other settings are its defaults. The second result is the complaint, empty
// when there is none.
func Named(strategy string) (config.Config, string) {
	k, ok := definitionOf(strategy)
	if !ok {
		return config.Config{}, "unknown strategy " + ascii.Quoted(strategy) + "; use one of " + Names
	}
	return config.Config{Strategy: strategy, Depth: k.depth, Settings: k.settings}, ""
}

// New returns a strategy, nil when there is none of that name.
func New(c config.Config) point.Strategy {
	if k, ok := definitionOf(c.Strategy); ok {
		return k.make(c)
	}
	return nil
}

// A definition has the facts about a strategy by its name.
type definition struct {
	make     func(config.Config) point.Strategy
	depth    int             // Config.Depth when nothing is said of it, 0 for a strategy without a bound
	settings config.Settings // that the strategy begins with, nil for one without
	place    config.Place    // that another process has not left yet, nil for a strategy without one
	orders   bool            // it looks for orders of steps instead of schedules
}

// The strategies that users do not ask for by name. The places that they force are named elsewhere.
const (
	forced   = "force"       // two accesses
	stopping = "breakpoints" // of a plan
	inTurn   = "turns"       // the calls of a plan
	latest   = "newest"      // the newest goroutine goes first
	drawn    = "drawn"       // as random
	eldest   = "oldest"      // as the base schedule
	// as the base schedule, but after a wait the newest goroutine is next, as natively with one processor
	youngest = "youngest"
)

// definitionOf is the definition of a strategy.
func definitionOf(strategy string) (definition, bool) {
	switch strategy {
	case "run":
		return definition{make: func(config.Config) point.Strategy { return &order.Base{} }}, true
	case "random":
		return definition{make: walk.New}, true
	case "pct":
		return definition{make: walk.New, depth: walk.DefaultDepth, place: walk.Learnt{}}, true
	case "pos":
		return definition{make: walk.New}, true
	case "surw":
		return definition{make: walk.New, place: walk.Counted{}}, true
	case "history":
		return definition{make: walk.New, place: walk.Decided{}}, true
	case "auto":
		return definition{make: auto.New, depth: 2, settings: auto.Settings{}, place: auto.Mixture{}}, true
	}
	if k, ok := searchOf(strategy); ok {
		return k, true
	}
	return steeredOf(strategy)
}

// searchOf is the definition of a strategy that visits schedules one after the other.
func searchOf(strategy string) (definition, bool) {
	overflows := func(c config.Config) point.Strategy { return search.NewOverflowing(c) }
	causes := func(c config.Config) point.Strategy { return causal.New(c) }
	switch strategy {
	case "dfs":
		return definition{make: func(c config.Config) point.Strategy { return search.NewDepthFirst(c) }, depth: -1, place: search.Unvisited{}}, true
	case "icb", "delay":
		return definition{make: overflows, depth: 2, place: search.Unvisited{}}, true
	case "bfs":
		return definition{make: overflows, depth: -1, place: search.Unvisited{}}, true
	case "capp":
		return definition{make: overflows, depth: 2, settings: search.CAPP{}, place: search.Unvisited{}}, true
	case "dpor":
		return definition{make: func(c config.Config) point.Strategy { return dpor.New(c) }, settings: dpor.Settings{}, place: dpor.Unfinished{}, orders: true}, true
	case "hapset":
		return definition{make: func(c config.Config) point.Strategy { return dpor.NewHapset(c) }, settings: dpor.Settings{}, place: dpor.Unfinished{}, orders: true}, true
	case "causal", "causal-fast":
		return definition{make: causes, settings: causal.Settings{}, place: (*causal.Valued)(nil), orders: true}, true
	}
	return definition{}, false
}

// steeredOf is the definition of a strategy that users do not ask for by its name.
func steeredOf(strategy string) (definition, bool) {
	switch strategy {
	case forced:
		return definition{make: steer.NewForce, settings: steer.Force{}}, true
	case stopping:
		return definition{make: steer.NewBreakpoints, settings: steer.Breakpoints{}}, true
	case inTurn:
		return definition{make: steer.NewTurns}, true
	case latest:
		return definition{make: func(config.Config) point.Strategy { return &order.Kept{Strategy: &order.Newest{}} }}, true
	case eldest:
		return definition{make: func(config.Config) point.Strategy { return &order.Kept{Strategy: &order.Oldest{}} }}, true
	case youngest:
		return definition{make: func(config.Config) point.Strategy { return &order.Kept{Strategy: &order.Turned{}} }}, true
	case drawn:
		return definition{make: func(c config.Config) point.Strategy {
			return &order.Kept{Strategy: walk.New(config.Config{Strategy: "random", Seed: c.Seed})}
		}}, true
	}
	return definition{}, false
}

// Draws reports whether goroutines draw each from a sequence of its own, the same in each run.
func Draws(c *config.Config) bool { return c.Own || orders(c) }

// orders reports whether the strategy looks for orders of steps instead of schedules.
func orders(c *config.Config) bool {
	k, _ := definitionOf(c.Strategy)
	return k.orders
}

// setPlace sets where the strategy carries on, and reports as setCommon does.
func setPlace(c *config.Config, key, value string) (known, fits bool) {
	k, _ := definitionOf(c.Strategy)
	p := c.Place
	if p == nil {
		p = k.place
	}
	if p == nil {
		return false, false
	}
	if p, known, fits = p.Set(key, value); fits {
		if c.Place = p; p.IsEmpty() {
			c.Place = nil
		}
	}
	return known, fits
}

// HasBound reports whether Depth means something to the strategy.
func HasBound(c *config.Config) bool {
	k, _ := definitionOf(c.Strategy)
	return k.depth != 0
}

// Within bounds the stall of a configuration, in milliseconds. It reports whether the configuration has runs then: a
// bound of 0 lets no timer fire early.
func Within(c *config.Config, stall int) bool {
	if c.Early || auto.WaysOf(c) != auto.WaysNone {
		c.Stall = stall
	}
	return !c.Early || stall > 0
}
