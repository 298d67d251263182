package explore

// Force are the settings of force.
type Force struct {
	Order int  // which of the two accesses comes first, First or Second, or Behind or Whole
	Again bool // in every second run the two are forced as often as they come together
	Apart bool // with Behind, the first access may be at another object than the second
	Later bool // in some runs the two meet in the other order before they are forced
	Turns bool // goroutines are held back at the second access alone, or at the first alone, by turns
	Slow  bool // in every second run the second goroutine waits until no other one goes on
}

func (s Force) set(key, value string) (Settings, bool, bool) {
	fits := false
	switch key {
	case "order":
		s.Order, fits = small(value)
	case "again":
		s.Again, fits = flag(value)
	case "late":
		s.Later, fits = flag(value)
	case "apart":
		s.Apart, fits = flag(value)
	case "turns":
		s.Turns, fits = flag(value)
	case "slow":
		s.Slow, fits = flag(value)
	default:
		return s, false, false
	}
	return s, true, fits
}

func (s Force) format(b []byte) []byte {
	b = setting(b, "order", uint64(max(s.Order, 0)), s.Order > 0)
	b = setting(b, "again", 1, s.Again)
	b = setting(b, "late", 1, s.Later)
	b = setting(b, "apart", 1, s.Apart)
	b = setting(b, "turns", 1, s.Turns)
	return setting(b, "slow", 1, s.Slow)
}

func (s Force) complaint(*Config) string {
	if s.Order < First || s.Order > Whole {
		return "the order is out of range; use 1 to 4"
	}
	return ""
}
