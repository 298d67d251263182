package explore

// Settings are those that one family of strategies has and no other one: [Auto], [CAPP], [DPOR], [Causal], [Force] and
// [Breakpoints].
type Settings interface {
	// set returns the settings with one of them changed. known is false when the family has none of that name, and fits is
	// false when the value is none of it.
	set(key, value string) (changed Settings, known, fits bool)

	// format writes those that are not 0, as set reads them.
	format(b []byte) []byte

	// complaint says what is wrong with them beside the rest of a configuration, "" for nothing.
	complaint(c *Config) string
}

// settingsOf are the settings of a family, or 0 when the configuration has none.
func settingsOf[S Settings](c *Config) S {
	s, _ := c.Settings.(S)
	return s
}
