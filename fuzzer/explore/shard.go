package explore

// deals reports whether a first choice that is not of the base schedule falls to the shard.
func (c *Config) deals(at, rank int) bool {
	return c.Shards < 2 || (at+rank)%c.Shards == c.Shard
}
