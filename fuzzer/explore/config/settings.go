package config

// Settings are those that one family of strategies has and no other one. Each family has a type for them.
type Settings interface {
	// set returns the settings with one of them changed. known is false when the family has none of that name, and fits is
	// false when the value is none of it.
	Set(key, value string) (changed Settings, known, fits bool)

	// format writes those that are not 0, as set reads them.
	Format(b []byte) []byte

	// complaint says what is wrong with them beside the rest of a configuration, "" for nothing.
	Complaint(c *Config) string
}

// SettingsOf are the settings of a family, or 0 when the configuration has none.
func SettingsOf[S Settings](c *Config) S {
	s, _ := c.Settings.(S)
	return s
}
