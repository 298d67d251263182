package explorer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Choices are those of one run of a test, and all else that decides how the run goes. Package schedule has the program,
// and keeps both in a file.
type Choices struct {
	Test   string
	Run    int                 // number of the run; boundary.Base is the base schedule, which has no steps
	Seed   uint64              // of the random numbers of the program
	Fresh  bool                // the run was the first of its process
	Behind bool                `json:",omitempty"` // of the runs that were tried, no first run of a process ended so
	Own    bool                `json:",omitempty"` // the random numbers of its goroutines did not depend on the order of steps
	Now    int64               // when it began, by its own clock, in seconds since 1970; 0 for the time of day that it was
	Early  []record.EarlyTimer `json:",omitempty"` // those that fired early, each place once
	Sites  string              `json:",omitempty"` // places at which accesses of memory are points, as the runtime reads them; "" for none in particular
	Steps  Steps
}

// Ending is the run as [Repeat] makes it again: it reads the steps in a file.
func (c *Choices) Ending(trail string) (*Ending, error) {
	e := &Ending{Run: c.Run, Seed: c.Seed, Fresh: c.Fresh, Behind: c.Behind, Own: c.Own, Now: c.Now, Early: c.Early, Trail: trail}
	if err := os.WriteFile(trail, c.Steps.Trail(), 0o600); err != nil {
		return nil, fmt.Errorf("cannot keep the choices of %s: %w; free some space or set TMPDIR", c.Test, err)
	}
	return e, nil
}

// Steps are the choices in their order. As JSON they are a list of lines: the goroutine, its operation, the object, how many
// goroutines could run, and the number of repetitions. A line of the clock has the duration of the timer that fires.
type Steps []Step

// MarshalJSON writes a line for each choice and its repetitions.
func (l Steps) MarshalJSON() ([]byte, error) {
	lines := []string{}
	for i := 0; i < len(l); {
		n := 1
		for i+n < len(l) && l[i+n] == l[i] {
			n++
		}
		line := l[i].format()
		if n > 1 {
			line += fmt.Sprintf(" x%d", n)
		}
		lines = append(lines, line)
		i += n
	}
	return json.Marshal(lines)
}

// UnmarshalJSON reads what MarshalJSON has written. No run has more than [MaxChoices].
func (l *Steps) UnmarshalJSON(b []byte) error {
	var lines []string
	if err := json.Unmarshal(b, &lines); err != nil {
		return err
	}
	*l = nil
	for _, line := range lines {
		if err := l.add(line); err != nil {
			return err
		}
	}
	return nil
}

// add reads a line.
func (l *Steps) add(line string) error {
	n := 1
	f := strings.Fields(line)
	if len(f) == 6 && strings.HasPrefix(f[5], "x") {
		var err error
		if n, err = strconv.Atoi(f[5][1:]); err != nil || n < 1 || n > MaxChoices {
			return fmt.Errorf("%q is no count", f[5])
		}
		f = f[:5]
	}
	if len(f) != 5 {
		return fmt.Errorf("%q is no choice", line)
	}
	st, ok := parseChoice(f)
	if !ok {
		return fmt.Errorf("%q is no choice", line)
	}
	if len(*l)+n > MaxChoices {
		return fmt.Errorf("there are more choices than %d", MaxChoices)
	}
	*l = append(*l, slices.Repeat([]Step{st}, n)...)
	return nil
}

// Check refuses choices that no run has made. They may come from another machine.
func (c *Choices) Check() error {
	if c.Test == "" {
		return errors.New("the choices name no test")
	}
	if c.Sites != "" {
		if _, err := boundary.ParseSites(c.Sites); err != nil {
			return err
		}
	}
	for _, t := range c.Early {
		if t.After < 0 || t.Stall < 0 {
			return fmt.Errorf("a timer fires early after %s and a stall of %s", t.After, t.Stall)
		}
		if strings.ContainsFunc(t.Pos, func(r rune) bool { return !strconv.IsPrint(r) }) {
			return fmt.Errorf("%q is no position", t.Pos)
		}
	}
	return nil
}

func (st Step) format() string {
	if st.Op == opFires {
		return formatFires(st)
	}
	return fmt.Sprintf("g%d %s o%d of %d", st.Goroutine, OpName(st.Op), st.Object, st.Enabled)
}

// parseChoice reads a step from its five words.
func parseChoice(f []string) (st Step, ok bool) {
	if f[0] == "clock" {
		return parseFires(f)
	}
	var op string
	if k, err := fmt.Sscanf(strings.Join(f, " "), "g%d %s o%d of %d", &st.Goroutine, &op, &st.Object, &st.Enabled); k != 4 || err != nil {
		return st, false
	}
	st.Op, ok = opNamed(op)
	return st, ok && st.Op != opFires && st.Goroutine >= 0 && st.Goroutine <= 0xffff
}

// Trail is the form in which the runtime reads the choices.
func (l Steps) Trail() []byte {
	steps := make([]boundary.Step, len(l))
	for i, st := range l {
		steps[i] = boundary.Step{Goroutine: uint16(st.Goroutine), Op: uint8(st.Op), Enabled: uint8(min(st.Enabled, 255)), Object: st.Object}
	}
	head := boundary.TrailHead{Magic: boundary.TrailMagic, Steps: uint64(len(steps))}
	return append(boundary.Bytes(head), boundary.Bytes(steps...)...)
}

// opYield is runtime.Gosched, which a trace does not have.
const opYield trace.Op = point.OpYield

// opDraws is a number that the strategy has chosen.
const opDraws trace.Op = boundary.OpDraws

// Draws reports whether a goroutine draws a number in a step.
func (st Step) Draws() bool { return st.Op == opDraws }

// OpName is how a line of Steps writes an operation.
func OpName(op trace.Op) string {
	switch op {
	case trace.OpNone:
		return "begin"
	case opYield:
		return "yield"
	case opDraws:
		return "draws"
	}
	return op.String()
}

func opNamed(name string) (trace.Op, bool) {
	for op := range 256 {
		if OpName(trace.Op(op)) == name {
			return trace.Op(op), true
		}
	}
	return 0, false
}
