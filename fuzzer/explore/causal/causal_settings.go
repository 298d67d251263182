package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
)

// Settings are the settings of causal and causal-fast.
type Settings struct {
	Values bool // the values of plain memory are told, and a lock reads nothing
	Plain  bool // no channel is a queue
	Rest   bool // causal-fast has no more, and goes on as causal
}

// Set is that of config.Settings.
func (s Settings) Set(key, value string) (config.Settings, bool, bool) {
	fits := false
	switch key {
	case "values":
		s.Values, fits = ascii.Flag(value)
	case "plain":
		s.Plain, fits = ascii.Flag(value)
	case "rest":
		s.Rest, fits = ascii.Flag(value)
	default:
		return s, false, false
	}
	return s, true, fits
}

// Format is that of config.Settings.
func (s Settings) Format(b []byte) []byte {
	b = ascii.Setting(b, "values", 1, s.Values)
	b = ascii.Setting(b, "plain", 1, s.Plain)
	return ascii.Setting(b, "rest", 1, s.Rest)
}

// Complaint is that of config.Settings.
func (s Settings) Complaint(c *config.Config) string {
	if c.Shards > 1 {
		return c.Strategy + " cannot be divided into shards, since most values are found from several runs; leave -shard out, or use dpor"
	}
	return ""
}
