package ending

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// whichSchedules says under which schedules a test ends as an ending, and where it passes.
func whichSchedules(r *explorer.Result, e *explorer.Ending) string {
	where, passes := " under some schedules", "the base schedule"
	if r.Fails {
		passes = "others"
	}
	if e.Run == boundary.Base {
		where = " under the base schedule"
	}
	words := where + ", and passes under " + passes
	if r.Fails {
		words += wording.Behind(nativeWords(r.Otherwise), "; it ")
	}
	return words
}

// nativeWords say that a test passes natively, and why that may be, "" when it is not known to pass.
func nativeWords(c *explorer.Comparison) string {
	switch {
	case c == nil || c.Native != explorer.NativePasses:
		return ""
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
		return "fails under the base schedule, and natively, too"
	case r.IsBroken() && native != "":
		return "fails under each schedule, and " + native + ": see what differs, such as the clock, and repair that first"
	case r.IsBroken():
		return "fails under the base schedule, too"
	}
	return "fails under the base schedule" + wording.Behind(native, ", and ")
}
