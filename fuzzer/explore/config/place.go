package config

// A Place is where a strategy of one family carries on. It has the schedules that are still to be run, and the facts that
// runs have shown. It is read once. Configurations share it, so nothing changes it.
type Place interface {
	// set returns the place with one of its parts, as Settings.set does.
	Set(key, value string) (changed Place, known, fits bool)

	// format writes what set reads.
	Format(b []byte) []byte

	// isEmpty reports whether format writes nothing.
	IsEmpty() bool

	// complaint says what is wrong with it beside the rest of a configuration, "" for nothing.
	Complaint(c *Config) string
}

// PlaceOf is the place of a family, or 0 when the configuration has none.
func PlaceOf[P Place](c *Config) P {
	p, _ := c.Place.(P)
	return p
}

// NeedsRuns is the complaint about a place that no run has reached.
func NeedsRuns(c *Config) string {
	if c.Runs > 0 {
		return ""
	}
	return "stack needs runs, as seen of causal does; use the whole text of the search that carries on"
}
