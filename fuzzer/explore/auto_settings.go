package explore

// Auto are the settings of auto.
type Auto struct {
	// In a share of the runs timers fire early, as with Config.Early, and as with Config.Far.
	Ways Ways
}

// Ways say whether auto takes turns with the clock.
type Ways int

// The values of Ways.
const (
	WaysNone    Ways = iota // it does not
	WaysUntimed             // it does, and no run has set a timer yet
	WaysTimed               // it does, and a run has
)

// Ways is that of the settings, WaysNone for another strategy than auto.
func (c *Config) Ways() Ways { return settingsOf[Auto](c).Ways }

// SetsTimers reports whether a run has set a timer, of a strategy that takes turns with the clock.
func (c *Config) SetsTimers() bool { return c.Ways() == WaysTimed }

func makeAuto(c Config) Strategy {
	if c.Ways() != WaysNone {
		return newWays(c)
	}
	return newAuto(c)
}

func (s Auto) set(key, value string) (Settings, bool, bool) {
	if key != "ways" {
		return s, false, false
	}
	ways, fits := small(value)
	s.Ways = Ways(ways)
	return s, true, fits && s.Ways <= WaysTimed
}

func (s Auto) format(b []byte) []byte {
	return setting(b, "ways", uint64(max(s.Ways, 0)), s.Ways > 0)
}

func (s Auto) complaint(c *Config) string {
	if s.Ways != WaysNone && c.Early {
		return "ways choose about timers that fire early; leave them or early out"
	}
	return ""
}
