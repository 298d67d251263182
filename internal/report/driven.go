package report

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A Driven is how much of a package its generated tests came to.
type Driven struct {
	Package     string    `json:"package"`
	Drivers     int       `json:"drivers"`     // generated
	Void        int       `json:"void"`        // a call has panicked, so that nothing counts
	Ended       int       `json:"ended"`       // the process has ended in them
	Lost        int       `json:"lost"`        // not played to the end, since too many processes had ended
	Endless     int       `json:"endless"`     // not played to the end, since their goroutines go on for ever
	Unplayed    int       `json:"unplayed"`    // not played to the end, for lack of time
	Unreduced   int       `json:"unreduced"`   // something hung, and there was no time to make a test of them
	Alone       int       `json:"alone"`       // something hung, and no shorter test hangs
	More        int       `json:"more"`        // something hung, beyond the limit of a package
	Reached     int       `json:"reached"`     // branches of the module's packages that they reach
	Unreached   int       `json:"unreached"`   // branches that they do not reach, of functions that they call
	Generations int       `json:"generations"` // of tests that were made of others, which had reached what few reach
	Later       int       `json:"later"`       // places at which only such tests hung
	Unbuilt     int       `json:"unbuilt"`     // made after the first ones, which do not compile
	MoreRaces   int       `json:"moreRaces"`   // races beyond that limit
	Unraced     int       `json:"unraced"`     // in which no race was looked for, for lack of time
	Functions   int       `json:"functions"`   // functions and methods that they call
	Processor   float64   `json:"processor"`   // seconds of processor time, without builds and proofs of findings
	Lacking     []Lacking `json:"lacking"`     // those that none calls
}

// A Lacking is a function that no generated test calls, and the type of which no value could be made.
type Lacking struct {
	Function string `json:"function"`
	Type     string `json:"type"`
}

// Judged is how many drivers have a verdict. A driver that hung, and was not made a test, has none.
func (d Driven) Judged() int {
	return d.Drivers - d.Void - d.Ended - d.Lost - d.Endless - d.Unplayed - d.Unreduced
}

// IsUnjudged reports whether a package has drivers, and no verdict of any.
func (d Driven) IsUnjudged() bool { return d.Drivers > 0 && d.Judged() == 0 }

// nothingDriven is the summary where the drivers of packages have found nothing. A driver without a verdict has not found it.
func nothingDriven(list []Driven) string {
	drivers, judged := 0, 0
	for _, d := range list {
		drivers, judged = drivers+d.Drivers, judged+d.Judged()
	}
	switch {
	case drivers == 0:
		return nothingFound + ": no function or method could be called"
	case judged == drivers:
		return nothingFound + " by " + wording.Counted(drivers, "driver")
	}
	return fmt.Sprintf("%s by %d of %s; the others have no verdict", nothingFound, judged, wording.Counted(drivers, "driver"))
}

// notDriven is the line about functions that no driver calls, or "".
func notDriven(list []Driven) string {
	n := 0
	for _, d := range list {
		n += len(d.Lacking)
	}
	if n == 0 {
		return ""
	}
	return "called by no driver, for want of a value: " + wording.Counted(n, "function") + "; -v names them"
}
