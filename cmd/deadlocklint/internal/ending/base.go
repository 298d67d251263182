package ending

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// whichSchedules says under which schedules a test ends as an ending, and how it does under others.
func whichSchedules(r *explorer.Result, e *explorer.Ending) string {
	if r.IsOwn(e) {
		return " under each schedule that was tried" + wording.Behind(nativeWords(r.Otherwise), "; it ")
	}
	where, others := " under some schedules", "passes under the base schedule"
	switch {
	case r.FailsAlone():
		others = "fails under others"
	case r.Fails:
		others = "passes under others"
	}
	if e.Run == boundary.Base {
		where = " under the base schedule"
	}
	words := where + ", and " + others
	if r.Fails {
		words += wording.Behind(nativeWords(r.Otherwise), "; it ")
	}
	return words
}

// nativeWords say how a test does natively, and why that may be, "" when it is not known.
func nativeWords(c *explorer.Comparison) string {
	switch {
	case c == nil || c.Native == explorer.NativeUnknown:
		return ""
	case c.Native == explorer.NativeFails:
		return "fails natively, too"
	case c.Newest:
		return "passes natively: the goroutine started last runs first there"
	}
	return "passes natively"
}

// Base say how a test does that fails under the base schedule, "" for every other one.
func Base(r *explorer.Result) string {
	native := nativeWords(r.Otherwise)
	switch {
	case !r.Fails:
		return ""
	case r.Otherwise != nil && r.Otherwise.Native == explorer.NativeFails:
		return "fails under the base schedule, and natively, too" + alone(r)
	case r.IsBroken() && native != "":
		return "fails under each schedule, and " + native + ": see what differs, such as the clock, and repair that first"
	case r.IsBroken():
		return "fails under the base schedule, too"
	}
	return "fails under the base schedule" + wording.Behind(native, ", and ")
}

// alone says of a test that fails natively how it does under other schedules.
func alone(r *explorer.Result) string {
	switch {
	case r.IsBroken():
		return ": in the same way under each schedule, so the failure is its own"
	case r.FailsAlone():
		return ", and ends otherwise under others"
	}
	return ", and passes under others"
}
