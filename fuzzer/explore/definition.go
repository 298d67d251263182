package explore

// Names are the strategies that users ask for.
const Names = "run random pct pos surw history dfs icb bfs delay capp dpor hapset causal causal-fast auto"

// Named is the configuration of a strategy whose other settings are its defaults. The second result is the complaint, empty
// when there is none.
func Named(strategy string) (Config, string) {
	k, ok := definitionOf(strategy)
	if !ok {
		return Config{}, "unknown strategy " + quoted(strategy) + "; use one of " + Names
	}
	return Config{Strategy: strategy, Depth: k.depth, Settings: k.settings}, ""
}

// New returns a strategy, nil when there is none of that name.
func New(c Config) Strategy {
	if k, ok := definitionOf(c.Strategy); ok {
		return k.make(c)
	}
	return nil
}

// A definition has the facts about a strategy by its name.
type definition struct {
	make     func(Config) Strategy
	depth    int      // Config.Depth when nothing is said of it, 0 for a strategy without a bound
	settings Settings // that the strategy begins with, nil for one without
	place    Place    // that another process has not left yet, nil for a strategy without one
	orders   bool     // it looks for orders of steps instead of schedules
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
		return definition{make: func(Config) Strategy { return &base{} }}, true
	case "random":
		return definition{make: func(c Config) Strategy { return &walk{seed: c.Seed} }}, true
	case "pct":
		return definition{make: func(c Config) Strategy { return newPCT(c) }, depth: 3, place: learnt{}}, true
	case "pos":
		return definition{make: func(c Config) Strategy { return &pos{seed: c.Seed} }}, true
	case "surw":
		return definition{make: func(c Config) Strategy { return newSURW(c) }, place: counted{}}, true
	case "history":
		return definition{make: func(c Config) Strategy { return newHistory(c) }, place: decided{}}, true
	case "auto":
		return definition{make: makeAuto, depth: 2, settings: Auto{}, place: mixture{}}, true
	}
	if k, ok := searchOf(strategy); ok {
		return k, true
	}
	return steeredOf(strategy)
}

// searchOf is the definition of a strategy that visits schedules one after the other.
func searchOf(strategy string) (definition, bool) {
	overflows := func(c Config) Strategy { return newOverflowing(c) }
	causes := func(c Config) Strategy { return newCausal(c) }
	switch strategy {
	case "dfs":
		return definition{make: func(c Config) Strategy { return newDepthFirst(c) }, depth: -1, place: unvisited{}}, true
	case "icb", "delay":
		return definition{make: overflows, depth: 2, place: unvisited{}}, true
	case "bfs":
		return definition{make: overflows, depth: -1, place: unvisited{}}, true
	case "capp":
		return definition{make: overflows, depth: 2, settings: CAPP{}, place: unvisited{}}, true
	case "dpor":
		return definition{make: func(c Config) Strategy { return newDPOR(c) }, settings: DPOR{}, place: unfinished{}, orders: true}, true
	case "hapset":
		return definition{make: func(c Config) Strategy { return newHapset(c) }, settings: DPOR{}, place: unfinished{}, orders: true}, true
	case "causal", "causal-fast":
		return definition{make: causes, settings: Causal{}, place: (*valued)(nil), orders: true}, true
	}
	return definition{}, false
}

// steeredOf is the definition of a strategy that users do not ask for by its name.
func steeredOf(strategy string) (definition, bool) {
	switch strategy {
	case forced:
		return definition{make: func(c Config) Strategy { return newForce(c) }, settings: Force{}}, true
	case stopping:
		return definition{make: func(c Config) Strategy { return newBreakpoints(c) }, settings: Breakpoints{}}, true
	case inTurn:
		return definition{make: func(c Config) Strategy { return newTurns(c) }}, true
	case latest:
		return definition{make: func(Config) Strategy { return &kept{&newest{}} }}, true
	case eldest:
		return definition{make: func(Config) Strategy { return &kept{&oldest{}} }}, true
	case youngest:
		return definition{make: func(Config) Strategy { return &kept{&turned{}} }}, true
	case drawn:
		return definition{make: func(c Config) Strategy { return &kept{&walk{seed: c.Seed}} }}, true
	}
	return definition{}, false
}

// Draws reports whether goroutines draw each from a sequence of its own, the same in each run.
func (c *Config) Draws() bool { return c.Own || c.orders() }

// orders reports whether the strategy looks for orders of steps instead of schedules.
func (c *Config) orders() bool {
	k, _ := definitionOf(c.Strategy)
	return k.orders
}

// setPlace sets where the strategy carries on, and reports as setCommon does.
func (c *Config) setPlace(key, value string) (known, fits bool) {
	k, _ := definitionOf(c.Strategy)
	p := c.Place
	if p == nil {
		p = k.place
	}
	if p == nil {
		return false, false
	}
	if p, known, fits = p.set(key, value); fits {
		if c.Place = p; p.isEmpty() {
			c.Place = nil
		}
	}
	return known, fits
}

// HasBound reports whether Depth means something to the strategy.
func (c *Config) HasBound() bool {
	k, _ := definitionOf(c.Strategy)
	return k.depth != 0
}
