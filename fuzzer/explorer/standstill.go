package explorer

import "github.com/deadlocklint/deadlocklint/fuzzer/record"

// A standstill is the time since a process has made its last step.
type standstill struct{ record.ServedClock }

// over reports whether the process has stood still for [Stall], and does not only wait for a processor. Behind
// [StallMost] it is over in any case.
func (s *standstill) over() bool { return s.Served() > Stall || s.Passed() > StallMost }
