package explore

// Causal are the settings of causal and causal-fast.
type Causal struct {
	Values bool // the values of plain memory are told, and a lock reads nothing
	Plain  bool // no channel is a queue
	Rest   bool // causal-fast has no more, and goes on as causal
}

func (s Causal) set(key, value string) (Settings, bool, bool) {
	fits := false
	switch key {
	case "values":
		s.Values, fits = flag(value)
	case "plain":
		s.Plain, fits = flag(value)
	case "rest":
		s.Rest, fits = flag(value)
	default:
		return s, false, false
	}
	return s, true, fits
}

func (s Causal) format(b []byte) []byte {
	b = setting(b, "values", 1, s.Values)
	b = setting(b, "plain", 1, s.Plain)
	return setting(b, "rest", 1, s.Rest)
}

func (s Causal) complaint(c *Config) string {
	if c.Shards > 1 {
		return c.Strategy + " cannot be divided into shards, since most values are found from several runs; leave -shard out, or use dpor"
	}
	return ""
}
