package explore

// Parse reads a configuration: words key=value, numbers in decimal, the strategy first.
//
//	strategy=pct seed=12 depth=3 steps=100
//	strategy=icb depth=1 early=1 shards=16 shard=3
//	strategy=dfs depth=-1 runs=7 cut=1 lost=1 prefix=0*12,1
//	strategy=icb depth=2 runs=1 dropped=1 waiting=0:3:1:1:77:1
//	strategy=dpor runs=9 blocked=1 stack=0*12,1+2,3-0:5.1
//
// The fields of a waiting schedule are those of a Branch, with colons between them.
// A setting that is not there has the value of [Named]. The second result is the complaint, empty when there is none.
func Parse(text string) (Config, string) {
	var c Config
	for rest := text; rest != ""; {
		var word string
		word, rest = cut(rest, ' ')
		if word == "" {
			continue
		}
		complaint := ""
		switch key, value := cut(word, '='); {
		case !c.IsNone():
			complaint = c.set(key, value)
		case key == "strategy":
			c, complaint = Named(value)
		default:
			complaint = quoted(key) + " stands before the strategy; begin with strategy="
		}
		if complaint != "" {
			return Config{}, complaint
		}
	}
	if complaint := c.Complaint(); complaint != "" {
		return Config{}, complaint
	}
	return c, ""
}

// set changes one setting, and returns a complaint or nothing.
func (c *Config) set(key, value string) string {
	for _, set := range [...]func(key, value string) (known, fits bool){c.setCommon, c.setTimers, c.setSearch, c.setOwn} {
		switch known, fits := set(key, value); {
		case known && !fits:
			return key + "=" + quoted(value) + " is not a value of " + key + "; use a number"
		case known:
			return ""
		}
	}
	switch known, fits := c.setPlace(key, value); {
	case known && !fits:
		return key + "= is not what " + c.Strategy + " writes; use the whole text of the search that carries on"
	case known:
		return ""
	}
	return "unknown setting " + quoted(key) + "; use strategy, seed, depth or steps"
}

// setCommon sets what every strategy has, and reports whether there is such a setting and whether the value fits it.
func (c *Config) setCommon(key, value string) (known, fits bool) {
	switch key {
	case "seed":
		c.Seed, fits = decimal(value, 1<<64-1)
	case "depth":
		if value == "-1" {
			c.Depth = -1
			return true, true
		}
		c.Depth, fits = small(value)
	case "steps":
		c.Steps, fits = small(value)
	case "own":
		c.Own, fits = flag(value)
	case "shard":
		c.Shard, fits = small(value)
	case "shards":
		c.Shards, fits = small(value)
	default:
		return false, false
	}
	return true, fits
}

// setOwn sets what the strategy alone has, and reports as setCommon does.
func (c *Config) setOwn(key, value string) (known, fits bool) {
	if c.Settings == nil {
		return false, false
	}
	c.Settings, known, fits = c.Settings.set(key, value)
	return known, fits
}

// setTimers sets how early timers fire, and reports as setCommon does.
func (c *Config) setTimers(key, value string) (known, fits bool) {
	switch key {
	case "early":
		c.Early, fits = flag(value)
	case "far":
		c.Far, fits = flag(value)
	case "stall":
		c.Stall, fits = small(value)
	default:
		return false, false
	}
	return true, fits
}

// setSearch sets what a search carries on with, and reports as setCommon does.
func (c *Config) setSearch(key, value string) (known, fits bool) {
	fits = true
	switch key {
	case "runs":
		c.Runs, fits = small(value)
	case "cut":
		c.Cut, fits = flag(value)
	case "lost":
		c.Lost, fits = flag(value)
	case "dropped":
		c.Dropped, fits = flag(value)
	case "below":
		c.Below, fits = small(value)
	case "prefix":
		c.Prefix, fits = parseRanks(value)
	case "known":
		c.Known, fits = parseKnown(value)
	case "waiting":
		c.Waiting, fits = parseBranches(value)
	default:
		return false, false
	}
	return true, fits
}

// Complaint says what is wrong with a configuration, "" for nothing.
func (c *Config) Complaint() string {
	k, ok := definitionOf(c.Strategy)
	switch {
	case !ok:
		_, complaint := Named(c.Strategy)
		return complaint
	case c.Strategy == "pct" && (c.Depth < 1 || c.Depth > MaxChanges+1):
		return "the depth of pct is out of range; use 1 to 16"
	case c.Depth < 0 && k.depth == 0:
		return "the depth of " + c.Strategy + " is out of range; use 0 or more"
	case c.Shard > 0 && c.Shard >= c.Shards:
		return "the shard is none of the shards; use a number below theirs"
	case c.orders() && c.Early:
		return c.Strategy + " does not choose the clock; leave -early out, or use another strategy"
	case c.Far && !c.Early:
		return "far is about timers that fire early; use it with early"
	case c.Stall > 0 && !c.Early && c.Ways() == WaysNone:
		return "stall is about timers that fire early; use it with early"
	}
	own := c.Settings
	if own == nil {
		own = k.settings
	}
	if own != nil {
		if k.settings == nil {
			return c.Strategy + " has no settings of its own; use those of another strategy with that"
		}
		if complaint := own.complaint(c); complaint != "" {
			return complaint
		}
	}
	return c.placeComplaint()
}

// placeComplaint says what is wrong with the place where a search carries on.
func (c *Config) placeComplaint() string {
	switch {
	case len(c.Known) > 0 && c.Strategy != "history" && c.Strategy != "auto":
		return "known decisions are those of history and auto; use none with another strategy"
	case (len(c.Prefix) > 0 || len(c.Waiting) > 0) && c.Runs == 0:
		return "prefix and waiting need runs; use the whole text of the search that carries on"
	case c.Place != nil:
		return c.Place.complaint(c)
	}
	return ""
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

// A complaint about a text, as an error.
type complaint string

func (c complaint) Error() string { return string(c) }

// MarshalText writes a configuration as Parse reads it, or nothing when it names no strategy.
func (c Config) MarshalText() ([]byte, error) {
	if c.IsNone() {
		return nil, nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what MarshalText writes.
func (c *Config) UnmarshalText(b []byte) error {
	*c = Config{}
	if len(b) == 0 {
		return nil
	}
	read, text := Parse(string(b))
	if text != "" {
		return complaint(text)
	}
	*c = read
	return nil
}
