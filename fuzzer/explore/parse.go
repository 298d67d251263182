package explore

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

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
func Parse(text string) (config.Config, string) {
	var c config.Config
	for rest := text; rest != ""; {
		var word string
		word, rest = ascii.Cut(rest, ' ')
		if word == "" {
			continue
		}
		complaint := ""
		switch key, value := ascii.Cut(word, '='); {
		case !c.IsNone():
			complaint = setWord(&c, key, value)
		case key == "strategy":
			c, complaint = Named(value)
		default:
			complaint = ascii.Quoted(key) + " stands before the strategy; begin with strategy="
		}
		if complaint != "" {
			return config.Config{}, complaint
		}
	}
	if complaint := Complaint(&c); complaint != "" {
		return config.Config{}, complaint
	}
	return c, ""
}

// setWord changes one setting, and returns a complaint or nothing.
func setWord(c *config.Config, key, value string) string {
	for _, set := range [...]func(c *config.Config, key, value string) (known, fits bool){setCommon, setTimers, setSearch, setOwn} {
		switch known, fits := set(c, key, value); {
		case known && !fits:
			return key + "=" + ascii.Quoted(value) + " is not a value of " + key + "; use a number"
		case known:
			return ""
		}
	}
	switch known, fits := setPlace(c, key, value); {
	case known && !fits:
		return key + "= is not what " + c.Strategy + " writes; use the whole text of the search that carries on"
	case known:
		return ""
	}
	return "unknown setting " + ascii.Quoted(key) + "; use strategy, seed or depth"
}

// setCommon sets what every strategy has, and reports whether there is such a setting and whether the value fits it.
func setCommon(c *config.Config, key, value string) (known, fits bool) {
	switch key {
	case "seed":
		c.Seed, fits = ascii.Decimal(value, 1<<64-1)
	case "depth":
		if value == "-1" {
			c.Depth = -1
			return true, true
		}
		c.Depth, fits = ascii.Small(value)
	case "own":
		c.Own, fits = ascii.Flag(value)
	case "shard":
		c.Shard, fits = ascii.Small(value)
	case "shards":
		c.Shards, fits = ascii.Small(value)
	default:
		return false, false
	}
	return true, fits
}

// setOwn sets what the strategy alone has, and reports as setCommon does.
func setOwn(c *config.Config, key, value string) (known, fits bool) {
	if c.Settings == nil {
		return false, false
	}
	c.Settings, known, fits = c.Settings.Set(key, value)
	return known, fits
}

// setTimers sets how early timers fire, and reports as setCommon does.
func setTimers(c *config.Config, key, value string) (known, fits bool) {
	switch key {
	case "early":
		c.Early, fits = ascii.Flag(value)
	case "far":
		c.Far, fits = ascii.Flag(value)
	case "stall":
		c.Stall, fits = ascii.Small(value)
	default:
		return false, false
	}
	return true, fits
}

// setSearch sets what every search carries on with, and reports as setCommon does.
func setSearch(c *config.Config, key, value string) (known, fits bool) {
	switch key {
	case "runs":
		c.Runs, fits = ascii.Small(value)
	case "cut":
		c.Cut, fits = ascii.Flag(value)
	case "lost":
		c.Lost, fits = ascii.Flag(value)
	default:
		return false, false
	}
	return true, fits
}

// Complaint says what is wrong with a configuration, "" for nothing.
func Complaint(c *config.Config) string {
	k, ok := definitionOf(c.Strategy)
	switch {
	case !ok:
		_, complaint := Named(c.Strategy)
		return complaint
	case c.Strategy == "pct" && (c.Depth < 1 || c.Depth > walk.MaxChanges+1):
		return "the depth of pct is out of range; use 1 to 16"
	case c.Depth < 0 && k.depth == 0:
		return "the depth of " + c.Strategy + " is out of range; use 0 or more"
	case c.Shard > 0 && c.Shard >= c.Shards:
		return "the shard is none of the shards; use a number below theirs"
	case orders(c) && c.Early:
		return c.Strategy + " does not choose the clock; leave -early out, or use another strategy"
	case c.Far && !c.Early:
		return "far is about timers that fire early; use it with early"
	case c.Stall > 0 && !c.Early && auto.WaysOf(c) == auto.WaysNone:
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
		if complaint := own.Complaint(c); complaint != "" {
			return complaint
		}
	}
	if c.Place != nil {
		return c.Place.Complaint(c)
	}
	return ""
}
