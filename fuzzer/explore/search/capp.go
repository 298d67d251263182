package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// CAPP are the settings of capp.
type CAPP struct {
	Mode string // some or all
}

// Set is that of config.Settings.
func (s CAPP) Set(key, value string) (config.Settings, bool, bool) {
	if key != "mode" {
		return s, false, false
	}
	s.Mode = value
	return s, true, value == order.ModeSome || value == order.ModeAll
}

// Format is that of config.Settings.
func (s CAPP) Format(b []byte) []byte {
	if s.Mode == "" {
		return b
	}
	return append(append(b, " mode="...), s.Mode...)
}

// Complaint is that of config.Settings.
func (s CAPP) Complaint(*config.Config) string {
	if s.Mode == "" {
		return "the mode of capp is missing; use some or all"
	}
	return ""
}

// postponed is the cost of a choice that capp puts off. The lower bits of a cost are
// preemptions.
const postponed = 1 << 16

// cappCost is the cost that a rank adds to a schedule: a choice that is put off, and a preemption.
func cappCost(s *step, rank int) (cost uint32) {
	if rank >= int(s.kept) {
		cost = postponed
	}
	if rank >= int(s.free) {
		cost++
	}
	return cost
}

// cappKeys is the number of keys with one number of choices that were put off.
const cappKeys = 17

// cappKey orders by the choices that were put off, then by preemptions.
func cappKey(cost uint32) int {
	return int(min(cost/postponed, point.MaxPoints/cappKeys))*cappKeys + int(min(cost%postponed, cappKeys-1))
}
