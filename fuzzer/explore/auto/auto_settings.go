package auto

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// Settings are the settings of auto.
type Settings struct {
	// In a share of the runs timers fire early, as with Config.Early, and as with Config.Far.
	Ways Ways

	// A change of the program impacts code: its runs and its search begin there.
	Changed bool
}

// Ways say whether auto takes turns with the clock.
type Ways int

// The values of Ways.
const (
	WaysNone    Ways = iota // it does not
	WaysUntimed             // it does, and no run has set a timer yet
	WaysTimed               // it does, and a run has
)

// WaysOf are those of the settings, WaysNone for another strategy than auto.
func WaysOf(c *config.Config) Ways { return config.SettingsOf[Settings](c).Ways }

// untimed are the settings of a strategy that takes no turns with the clock.
func untimed(c *config.Config) Settings {
	s := config.SettingsOf[Settings](c)
	s.Ways = WaysNone
	return s
}

// Calm lets a strategy take no turns with the clock.
func Calm(c *config.Config) { c.Settings = untimed(c) }

// SetsTimers reports whether a run has set a timer, of a strategy that takes turns with the clock.
func SetsTimers(c *config.Config) bool { return WaysOf(c) == WaysTimed }

// New returns the mixture, which takes turns with the clock if its settings say so.
func New(c config.Config) point.Strategy {
	if WaysOf(&c) != WaysNone {
		return newWays(c)
	}
	return newAuto(c)
}

// Set is that of config.Settings.
func (s Settings) Set(key, value string) (config.Settings, bool, bool) {
	switch key {
	case "ways":
		ways, fits := ascii.Small(value)
		s.Ways = Ways(ways)
		return s, true, fits && s.Ways <= WaysTimed
	case "changed":
		s.Changed = value == "1"
		return s, true, s.Changed
	}
	return s, false, false
}

// Format is that of config.Settings.
func (s Settings) Format(b []byte) []byte {
	b = ascii.Setting(b, "ways", uint64(max(s.Ways, 0)), s.Ways > 0)
	return ascii.Setting(b, "changed", 1, s.Changed)
}

// Complaint is that of config.Settings.
func (s Settings) Complaint(c *config.Config) string {
	if s.Ways != WaysNone && c.Early {
		return "ways choose about timers that fire early; leave them or early out"
	}
	return ""
}
