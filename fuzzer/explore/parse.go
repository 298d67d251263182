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
	return "unknown setting " + quoted(key) + "; use strategy, seed or depth"
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

// setSearch sets what every search carries on with, and reports as setCommon does.
func (c *Config) setSearch(key, value string) (known, fits bool) {
	switch key {
	case "runs":
		c.Runs, fits = small(value)
	case "cut":
		c.Cut, fits = flag(value)
	case "lost":
		c.Lost, fits = flag(value)
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
	if c.Place != nil {
		return c.Place.complaint(c)
	}
	return ""
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
