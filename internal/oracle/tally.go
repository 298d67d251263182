package oracle

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/deadlocklint/deadlocklint/internal/oracle/schedules"
)

// A Count is how often a verdict was true, and how often not.
type Count struct {
	True  int `json:"true"`
	False int `json:"false"`
}

// A Tally is the comparison of one or more lots.
type Tally struct {
	Programs   int `json:"programs"`
	States     int `json:"states"`
	Hang       int `json:"hang"` // can hang, or have a cycle of locks
	Leak       int `json:"leak"` // can only leave goroutines behind
	Accidental int `json:"accidental"`
	Rescued    int `json:"rescued"`
	Recorded   int `json:"recorded"` // tests; fewer than programs when one hung in the recorded run

	Verdicts    map[string]Count `json:"verdicts"` // by status
	Untrue      []WrongVerdict   `json:"untrue"`
	MissedHangs []string         `json:"missedHangs"`
	MissedLeaks []string         `json:"missedLeaks"`
	Unplaced    []string         `json:"unplaced"` // findings that could not be compared, and why
	Broken      []string         `json:"broken"`   // lots without a document, and why
	Remarks     []string         `json:"remarks"`  // the statements of the documents about themselves: limits, damage
}

func (t *Tally) verdict(status string, isTrue bool) {
	c := t.Verdicts[status]
	if isTrue {
		c.True++
	} else {
		c.False++
	}
	t.Verdicts[status] = c
}

// Add adds another tally.
func (t *Tally) Add(o *Tally) {
	t.Programs += o.Programs
	t.States += o.States
	t.Hang += o.Hang
	t.Leak += o.Leak
	t.Accidental += o.Accidental
	t.Rescued += o.Rescued
	t.Recorded += o.Recorded
	if t.Verdicts == nil {
		t.Verdicts = map[string]Count{}
	}
	for status, c := range o.Verdicts {
		sum := t.Verdicts[status]
		t.Verdicts[status] = Count{sum.True + c.True, sum.False + c.False}
	}
	t.Untrue = append(t.Untrue, o.Untrue...)
	t.MissedHangs = append(t.MissedHangs, o.MissedHangs...)
	t.MissedLeaks = append(t.MissedLeaks, o.MissedLeaks...)
	t.Unplaced = append(t.Unplaced, o.Unplaced...)
	t.Broken = append(t.Broken, o.Broken...)
	t.Remarks = append(t.Remarks, o.Remarks...)
}

// WriteTo writes the table, and a line for each untrue verdict.
func (t *Tally) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, n int) {
		fmt.Fprintf(tw, "%s\t%d\t%.1f %%\t\n", name, n, 100*float64(n)/float64(max(1, t.Programs)))
	}
	row("programs", t.Programs)
	row("can hang", t.Hang)
	row("can only leak", t.Leak)
	row("accidental order", t.Accidental)
	row("rescued by a timer", t.Rescued)
	row("recorded", t.Recorded)
	row("hangs missed", len(t.MissedHangs))
	row("leaks missed", len(t.MissedLeaks))
	row("untrue verdicts", len(t.Untrue))
	row("not compared", len(t.Unplaced))
	row("lots without a document", len(t.Broken))
	fmt.Fprintf(tw, "\nverdict\ttrue\tfalse\t\n")
	for _, status := range slices.Sorted(maps.Keys(t.Verdicts)) {
		fmt.Fprintf(tw, "%s\t%d\t%d\t\n", status, t.Verdicts[status].True, t.Verdicts[status].False)
	}
	_ = tw.Flush() // into b, which never fails
	for _, u := range t.Untrue {
		fmt.Fprintf(&b, "untrue: %s %s %s %s: %s; %s\n", u.Program, u.Check, u.Status, u.ID, u.Says, u.Truth)
	}
	for _, line := range slices.Concat(t.Broken, t.Unplaced) {
		fmt.Fprintln(&b, line)
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// Schedule describes a witness: the goroutines and the lines at which they make their steps.
// The goroutines are numbered in the order of the text, and 0 is the test function.
func (c *Case) Schedule(steps []schedules.Step) string {
	lines := map[int]int{}
	for line, site := range c.Source.Lines {
		if old, ok := lines[site]; !ok || line < old {
			lines[site] = line
		}
	}
	var parts []string
	for _, s := range steps {
		who := "timer"
		for slot := range 32 {
			if s.Actors&(1<<slot) != 0 {
				who = fmt.Sprintf("g%d", slot)
				break
			}
		}
		parts = append(parts, fmt.Sprintf("%s:%d", who, lines[s.Site]))
	}
	return strings.Join(parts, " ")
}
