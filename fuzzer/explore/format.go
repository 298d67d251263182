package explore

// String writes a configuration as Parse reads it. It leaves out fields that are 0.
func (c Config) String() string {
	b := append([]byte("strategy="), c.Strategy...)
	b = setting(b, "seed", c.Seed, c.Seed != 0)
	if c.Depth < 0 {
		b = append(b, " depth=-1"...)
	} else {
		b = setting(b, "depth", uint64(c.Depth), true)
	}
	b = setting(b, "early", 1, c.Early)
	b = setting(b, "far", 1, c.Far)
	b = setting(b, "stall", uint64(max(c.Stall, 0)), c.Stall > 0)
	b = setting(b, "own", 1, c.Own)
	if c.Settings != nil {
		b = c.Settings.format(b)
	}
	b = setting(b, "shards", uint64(max(c.Shards, 0)), c.Shards > 0)
	b = setting(b, "shard", uint64(max(c.Shard, 0)), c.Shards > 0)
	b = setting(b, "runs", uint64(max(c.Runs, 0)), c.Runs > 0)
	b = setting(b, "cut", 1, c.Cut)
	b = setting(b, "lost", 1, c.Lost)
	if c.Place != nil {
		b = c.Place.format(b)
	}
	return string(b)
}

func setting(b []byte, key string, v uint64, present bool) []byte {
	if !present {
		return b
	}
	b = append(b, ' ')
	b = append(b, key...)
	return number(append(b, '='), v)
}

func number(b []byte, v uint64) []byte {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + v%10)
		if v /= 10; v == 0 {
			return append(b, digits[i:]...)
		}
	}
}
