package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
)

// Force are the settings of force.
type Force struct {
	Order int  // which of the two accesses comes first, First or Second, or Behind or Whole
	Again bool // in every second run the two are forced as often as they come together
	Apart bool // with Behind, the first access may be at another object than the second
	Later bool // in some runs the two meet in the other order before they are forced
	Turns bool // goroutines are held back at the second access alone, or at the first alone, by turns
	Slow  bool // in every second run the second goroutine waits until no other one goes on
}

// Set is that of config.Settings.
func (s Force) Set(key, value string) (config.Settings, bool, bool) {
	fits := false
	switch key {
	case "order":
		s.Order, fits = ascii.Small(value)
	case "again":
		s.Again, fits = ascii.Flag(value)
	case "late":
		s.Later, fits = ascii.Flag(value)
	case "apart":
		s.Apart, fits = ascii.Flag(value)
	case "turns":
		s.Turns, fits = ascii.Flag(value)
	case "slow":
		s.Slow, fits = ascii.Flag(value)
	default:
		return s, false, false
	}
	return s, true, fits
}

// Format is that of config.Settings.
func (s Force) Format(b []byte) []byte {
	b = ascii.Setting(b, "order", uint64(max(s.Order, 0)), s.Order > 0)
	b = ascii.Setting(b, "again", 1, s.Again)
	b = ascii.Setting(b, "late", 1, s.Later)
	b = ascii.Setting(b, "apart", 1, s.Apart)
	b = ascii.Setting(b, "turns", 1, s.Turns)
	return ascii.Setting(b, "slow", 1, s.Slow)
}

// Complaint is that of config.Settings.
func (s Force) Complaint(*config.Config) string {
	if s.Order < First || s.Order > Whole {
		return "the order is out of range; use 1 to 4"
	}
	return ""
}
