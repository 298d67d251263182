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
	b = setting(b, "steps", uint64(max(c.Steps, 0)), c.Steps > 0)
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
	b = setting(b, "dropped", 1, c.Dropped)
	b = setting(b, "below", uint64(max(c.Below, 0)), c.Below > 0)
	if c.Place != nil {
		b = c.Place.format(b)
	}
	if len(c.Prefix) > 0 {
		b = ranks(append(b, " prefix="...), c.Prefix)
	}
	for i, d := range c.Known {
		if i == 0 {
			b = append(b, " known="...)
		} else {
			b = append(b, ',')
		}
		b = number(b, d)
	}
	for i, w := range c.Waiting {
		if i == 0 {
			b = append(b, " waiting="...)
		} else {
			b = append(b, ',')
		}
		b = w.format(b)
	}
	return string(b)
}

// format writes the fields of a branch, with colons between them.
func (w *Branch) format(b []byte) []byte {
	for _, v := range [...]uint32{w.Parent, w.At, uint32(w.Rank), w.Cost, w.Mark} {
		b = append(number(b, uint64(v)), ':')
	}
	if w.Waits {
		return append(b, '1')
	}
	return append(b, '0')
}

func setting(b []byte, key string, v uint64, present bool) []byte {
	if !present {
		return b
	}
	b = append(b, ' ')
	b = append(b, key...)
	return number(append(b, '='), v)
}

// ranks writes numbers, each followed by *n when it stands n times.
func ranks(b []byte, list []uint16) []byte {
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = number(b, uint64(list[i]))
		if n > 1 {
			b = number(append(b, '*'), uint64(n))
		}
		i += n
	}
	return b
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
