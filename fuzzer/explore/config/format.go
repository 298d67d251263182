package config

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
)

// String writes a configuration as Parse reads it. It leaves out fields that are 0.
func (c Config) String() string {
	b := append([]byte("strategy="), c.Strategy...)
	b = ascii.Setting(b, "seed", c.Seed, c.Seed != 0)
	if c.Depth < 0 {
		b = append(b, " depth=-1"...)
	} else {
		b = ascii.Setting(b, "depth", uint64(c.Depth), true)
	}
	b = ascii.Setting(b, "early", 1, c.Early)
	b = ascii.Setting(b, "far", 1, c.Far)
	b = ascii.Setting(b, "stall", uint64(max(c.Stall, 0)), c.Stall > 0)
	b = ascii.Setting(b, "own", 1, c.Own)
	if c.Settings != nil {
		b = c.Settings.Format(b)
	}
	b = ascii.Setting(b, "shards", uint64(max(c.Shards, 0)), c.Shards > 0)
	b = ascii.Setting(b, "shard", uint64(max(c.Shard, 0)), c.Shards > 0)
	b = ascii.Setting(b, "runs", uint64(max(c.Runs, 0)), c.Runs > 0)
	b = ascii.Setting(b, "cut", 1, c.Cut)
	b = ascii.Setting(b, "lost", 1, c.Lost)
	if c.Place != nil {
		b = c.Place.Format(b)
	}
	return string(b)
}

// MarshalText writes a configuration as Parse reads it, or nothing when it names no strategy.
func (c Config) MarshalText() ([]byte, error) {
	if c.IsNone() {
		return nil, nil
	}
	return []byte(c.String()), nil
}
