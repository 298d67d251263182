package explore

// defaultDepths are those of strategies that have one.
func defaultDepth(strategy string) int {
	switch strategy {
	case "pct":
		return 3
	case "icb", "delay", "capp", "auto":
		return 2
	case "dfs", "bfs":
		return -1
	}
	return 0
}

// HasBound reports whether Depth means something to the strategy.
func (c *Config) HasBound() bool { return defaultDepth(c.Strategy) != 0 }

// Parse reads a configuration: words key=value, numbers in decimal.
//
//	strategy=pct seed=12 depth=3 steps=100
//	strategy=icb depth=1 early=1 shards=16 shard=3
//	strategy=dfs depth=-1 runs=7 cut=1 lost=1 prefix=0*12,1
//	strategy=icb depth=2 runs=1 dropped=1 waiting=0:3:1:1:77:1
//	strategy=dpor runs=9 blocked=1 stack=0*12,1+2,3-0:5.1
//
// The fields of a waiting schedule are those of a Branch, with colons between them.
// Without depth it is 3 for pct, 2 for icb, delay, capp and auto, and -1 for dfs and
// bfs. The second result is the complaint, empty when there is none.
func Parse(text string) (Config, string) {
	c := Config{Depth: -2}
	for rest := text; rest != ""; {
		var word string
		word, rest = cut(rest, ' ')
		if word == "" {
			continue
		}
		key, value := cut(word, '=')
		if complaint := c.set(key, value); complaint != "" {
			return Config{}, complaint
		}
	}
	if c.Depth == -2 {
		c.Depth = defaultDepth(c.Strategy)
	}
	if complaint := c.complaint(); complaint != "" {
		return Config{}, complaint
	}
	return c, ""
}

func (c *Config) set(key, value string) string {
	ok := true
	switch key {
	case "strategy":
		c.Strategy = value
	case "seed":
		c.Seed, ok = decimal(value, 1<<64-1)
	case "depth":
		if value == "-1" {
			c.Depth = -1
			break
		}
		c.Depth, ok = small(value)
	case "steps":
		c.Steps, ok = small(value)
	case "mode":
		c.Mode, ok = value, value == modeSome || value == modeAll
	case "rest":
		c.Rest, ok = flag(value)
	case "plain":
		c.Plain, ok = flag(value)
	case "own":
		c.Own, ok = flag(value)
	case "order":
		c.Order, ok = small(value)
	case "apart":
		c.Apart, ok = flag(value)
	case "turns":
		c.Turns, ok = flag(value)
	case "slow":
		c.Slow, ok = flag(value)
	case "late":
		c.Later, ok = flag(value)
	case "again":
		c.Again, ok = flag(value)
	case "edges":
		c.Edges, ok = small(value)
	case "shard":
		c.Shard, ok = small(value)
	case "shards":
		c.Shards, ok = small(value)
	case "runs":
		c.Runs, ok = small(value)
	default:
		known, fits := c.setTimers(key, value)
		if !known {
			known, fits = c.setSearch(key, value)
		}
		if !known {
			return "unknown setting " + quoted(key) + "; use strategy, seed, depth or steps"
		}
		ok = fits
	}
	if !ok {
		return key + "=" + quoted(value) + " is not a value of " + key + "; use a number"
	}
	return ""
}

// setTimers sets how early timers fire, and reports as setSearch does.
func (c *Config) setTimers(key, value string) (known, fits bool) {
	switch key {
	case "early":
		c.Early, fits = flag(value)
	case "far":
		c.Far, fits = flag(value)
	case "ways":
		c.Ways, fits = small(value)
		fits = fits && c.Ways <= waysTimed
	case "stall":
		c.Stall, fits = small(value)
	default:
		return false, false
	}
	return true, fits
}

// setSearch sets what a search carries on with, and reports whether there is such a setting and
// whether the value fits it.
func (c *Config) setSearch(key, value string) (known, fits bool) {
	fits = true
	switch key {
	case "cut":
		c.Cut, fits = flag(value)
	case "lost":
		c.Lost, fits = flag(value)
	case "dropped":
		c.Dropped, fits = flag(value)
	case "prefix":
		c.Prefix, fits = parseRanks(value)
	case "known":
		c.Known, fits = parseKnown(value)
	case "blocked":
		c.Blocked, fits = small(value)
	case "stack":
		c.Stack = value
	case "seen":
		c.Seen = value
	case "values":
		c.Values, fits = flag(value)
	case "waiting":
		c.Waiting, fits = parseBranches(value)
	default:
		return false, false
	}
	return true, fits
}

// complaint says what is wrong with a configuration that was read.
func (c *Config) complaint() string {
	switch {
	case !known(c.Strategy) && c.Strategy != forced && c.Strategy != stopping && c.Strategy != latest && c.Strategy != drawn && c.Strategy != youngest && c.Strategy != eldest:
		return "unknown strategy " + quoted(c.Strategy) + "; use one of " + Names
	case c.Strategy == "pct" && (c.Depth < 1 || c.Depth > MaxChanges+1):
		return "the depth of pct is out of range; use 1 to 16"
	case c.Depth < 0 && defaultDepth(c.Strategy) == 0:
		return "the depth of " + c.Strategy + " is out of range; use 0 or more"
	case (c.Strategy == forced) != (c.Order >= First && c.Order <= Whole):
		return "the order is out of range; use 1 to 4 with force, and none with another strategy"
	case (c.Strategy == stopping) != (c.Edges > 0) || c.Edges > MaxEdges:
		return "the number of breakpoints is out of range; use 1 to 8 with breakpoints, and none with another strategy"
	case (c.Strategy == "capp") != (c.Mode != ""):
		return "the mode is out of range; use some or all with capp, and none with another strategy"
	case c.Shard > 0 && c.Shard >= c.Shards:
		return "the shard is none of the shards; use a number below theirs"
	case len(c.Known) > 0 && c.Strategy != "history" && c.Strategy != "auto":
		return "known decisions are those of history and auto; use none with another strategy"
	case c.causes() && c.Shards > 1:
		return c.Strategy + " cannot be divided into shards, since most values are found from several runs; leave -shard out, or use dpor"
	case c.orders() && c.Early:
		return c.Strategy + " does not choose the clock; leave -early out, or use another strategy"
	case c.Far && !c.Early:
		return "far is about timers that fire early; use it with early"
	case c.Ways > 0 && (c.Early || c.Strategy != "auto"):
		return "ways are of auto, which then chooses about timers; leave them or early out"
	case c.Stall > 0 && !c.Early && c.Ways == 0:
		return "stall is about timers that fire early; use it with early"
	case c.Values && !c.causes():
		return "values are for causal; use none with another strategy"
	case len(c.Seen) > 0 && c.Strategy != "hapset" && c.Strategy != "surw" && !c.causes():
		return "seen belongs to hapset, causal and surw; use none with another strategy"
	case c.unreadable() != "":
		return c.unreadable() + "= is not what " + c.Strategy + " writes; use the whole text of the search that carries on"
	case (len(c.Stack) > 0 || len(c.Seen) > 0 && c.causes()) && c.Runs == 0:
		return "stack needs runs, as seen of causal does; use the whole text of the search that carries on"
	case (len(c.Prefix) > 0 || len(c.Waiting) > 0) && c.Runs == 0:
		return "prefix and waiting need runs; use the whole text of the search that carries on"
	}
	return ""
}

// DrawsOwn reports whether the goroutines of a configuration, as Parse reads it, draw each
// from a sequence of its own.
func DrawsOwn(text string) bool {
	c, complaint := Parse(text)
	return complaint == "" && c.Draws()
}

// Draws reports whether goroutines draw each from a sequence of its own, the same in each run.
func (c *Config) Draws() bool { return c.Own || c.orders() }

// orders reports whether the strategy looks for orders of steps instead of schedules.
func (c *Config) orders() bool {
	return c.Strategy == "dpor" || c.Strategy == "hapset" || c.causes()
}

// causes reports whether the strategy looks for values that are read.
func (c *Config) causes() bool { return c.Strategy == "causal" || c.Strategy == "causal-fast" }

// unreadable is which of stack and seen the strategy cannot read, or empty.
func (c *Config) unreadable() string {
	if c.causes() {
		var s causal
		s.tree.init()
		switch {
		case !s.restoreSeen(c.Seen):
			return "seen"
		case !s.restoreQueue(c.Stack):
			return "stack"
		}
		return ""
	}
	if c.Strategy == "surw" {
		var counts census
		counts.init()
		if !counts.parse(c.Seen) {
			return "seen"
		}
		return ""
	}
	if _, ok := parseStack(c.Stack); !ok {
		return "stack"
	}
	if _, ok := parseReasons(c.Seen); !ok {
		return "seen"
	}
	return ""
}

func known(strategy string) bool {
	for rest := Names; rest != ""; {
		var name string
		if name, rest = cut(rest, ' '); name == strategy {
			return true
		}
	}
	return false
}

// maxQuoted is how much of a bad value a complaint repeats, in bytes.
const maxQuoted = 40

func quoted(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		if i == maxQuoted {
			b = append(b, "..."...)
			break
		}
		if s[i] < ' ' || s[i] > '~' || s[i] == '"' {
			b = append(b, '?')
			continue
		}
		b = append(b, s[i])
	}
	return string(append(b, '"'))
}

func parseRanks(text string) (list []uint16, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		value, count := cut(word, '*')
		if count == "" {
			count = "1"
		}
		rank, ok := decimal(value, 1<<16-1)
		n, ok2 := decimal(count, uint64(MaxPoints-len(list)))
		if !ok || !ok2 || n == 0 {
			return nil, false
		}
		for range n {
			list = append(list, uint16(rank))
		}
	}
	return list, true
}

func parseKnown(text string) (list []uint64, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		d, ok := decimal(word, 1<<64-1)
		if !ok || d == 0 || len(list) == MaxKnown {
			return nil, false
		}
		list = append(list, d)
	}
	return list, true
}

func parseBranches(text string) (list []Branch, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		b, ok := parseBranch(word)
		if !ok || len(list) == MaxWaiting || b.Parent > uint32(len(list)) {
			return nil, false
		}
		if b.Parent > 0 && b.At <= list[b.Parent-1].At {
			return nil, false
		}
		list = append(list, b)
	}
	return list, true
}

// rankField is the number of a branch's rank among its fields. It is never 0.
const rankField = 2

func parseBranch(text string) (b Branch, ok bool) {
	var fields [6]uint32
	limits := [6]uint64{MaxWaiting, MaxPoints - 1, 1<<16 - 1, 1<<32 - 1, 1<<32 - 1, 1}
	for i := range fields {
		var word string
		word, text = cut(text, ':')
		v, ok := decimal(word, limits[i])
		if !ok || i == rankField && v == 0 {
			return b, false
		}
		fields[i] = uint32(v)
	}
	return Branch{fields[0], fields[1], uint16(fields[2]), fields[3], fields[4], fields[5] == 1}, text == ""
}

func small(text string) (int, bool) {
	v, ok := decimal(text, 1<<31-1)
	return int(v), ok
}

func flag(text string) (bool, bool) {
	v, ok := decimal(text, 1)
	return v == 1, ok
}

// decimal reads a number that is at most limit.
func decimal(text string, limit uint64) (v uint64, ok bool) {
	for i := range len(text) {
		digit := uint64(text[i] - '0')
		if digit > 9 || v > (limit-digit)/10 || digit > limit {
			return 0, false
		}
		v = v*10 + digit
	}
	return v, text != ""
}

func cut(s string, sep byte) (before, after string) {
	for i := range len(s) {
		if s[i] == sep {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}
