package explorer

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Schedule is a run of a test that can be made again: the program to build and run,
// and each choice. Its text form is made to be read and attached to a bug report.
type Schedule struct {
	Package string
	Test    string
	Go      string              // the toolchain's version
	Dir     string              // of the package, relative to the root of its module
	Build   []string            // flags of the go command
	Prefix  []string            // the user's -exec
	Args    []string            // of the test binary that decide which steps there are, see SelectionArgs
	Seed    uint64              // of the random numbers of the program
	Fresh   bool                // the run was the first of its process
	Behind  bool                // of the runs that were tried, no first run of a process ended so
	Own     bool                // the random numbers of its goroutines did not depend on the order of steps
	Now     int64               // when it began, by its own clock, in seconds since 1970; 0 for the time of day that it was
	Finding string              // id of the finding that the run showed, "" when it is not known
	Check   string              // of that finding, "" when it is not known
	Run     int                 // number of the run; boundary.Base is the base schedule, which has no steps
	Early   []record.EarlyTimer // those that fired early, each place once
	Sites   string              // places at which accesses of memory are points, as the runtime reads them; "" for none in particular
	Seal    string              // of package seal: this user wrote the file on this machine; "" for a file without one
	Steps   []Step
}

const scheduleMagic = "deadlocklint schedule 1"

// IsSchedule reports whether a file begins as the text form does.
func IsSchedule(b []byte) bool { return bytes.HasPrefix(b, []byte(scheduleMagic+"\n")) }

// Format writes the text form: a line for each field, then a line for each choice. The line of
// a choice has the goroutine, its operation, the object, and the number of repetitions. A
// choice of the clock has the duration of the timer that fires.
func (s *Schedule) Format() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\npackage %q\ntest %q\ndir %q\ngo %q\nrun %d\nseed %d\nfresh %t\nnow %d\n", scheduleMagic, s.Package, s.Test, s.Dir, s.Go, s.Run, s.Seed, s.Fresh, s.Now)
	if s.Finding != "" {
		fmt.Fprintf(&b, "finding %q\n", s.Finding)
	}
	if s.Check != "" {
		fmt.Fprintf(&b, "check %q\n", s.Check)
	}
	if s.Own {
		b.WriteString("own true\n")
	}
	if s.Behind {
		b.WriteString("behind true\n")
	}
	for _, f := range s.Build {
		fmt.Fprintf(&b, "build %q\n", f)
	}
	for _, w := range s.Prefix {
		fmt.Fprintf(&b, "exec %q\n", w)
	}
	for _, a := range s.Args {
		fmt.Fprintf(&b, "arg %q\n", a)
	}
	for _, t := range s.Early {
		fmt.Fprintln(&b, formatEarly(t))
	}
	if s.Sites != "" {
		fmt.Fprintf(&b, "sites %q\n", s.Sites)
	}
	if s.Seal != "" {
		fmt.Fprintf(&b, "seal %q\n", s.Seal)
	}
	b.WriteString("steps\n")
	for i := 0; i < len(s.Steps); {
		n := 1
		for i+n < len(s.Steps) && s.Steps[i+n] == s.Steps[i] {
			n++
		}
		b.WriteString(s.Steps[i].format())
		if n > 1 {
			fmt.Fprintf(&b, " x%d", n)
		}
		b.WriteByte('\n')
		i += n
	}
	return b.Bytes()
}

// ParseSchedule reads the text form.
func ParseSchedule(b []byte) (*Schedule, error) {
	if !IsSchedule(b) {
		return nil, errors.New("it is no schedule of deadlocklint explore; name a file that a report has named")
	}
	s := &Schedule{}
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	for i, line := range lines[1:] {
		if err := s.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w; make the schedule again with deadlocklint explore", i+2, err)
		}
	}
	if s.Package == "" || s.Test == "" {
		return nil, errors.New("it names no test; make the schedule again with deadlocklint explore")
	}
	if len(s.Early) == 0 {
		s.Early = firedEarly(s.Steps)
	}
	return s, nil
}

func (st Step) format() string {
	if st.Op == opFires {
		return formatFires(st)
	}
	return fmt.Sprintf("g%d %s o%d of %d", st.Goroutine, OpName(st.Op), st.Object, st.Enabled)
}

func (s *Schedule) line(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "package":
		s.Package, err = strconv.Unquote(rest)
	case "test":
		s.Test, err = strconv.Unquote(rest)
	case "dir":
		s.Dir, err = strconv.Unquote(rest)
	case "finding":
		s.Finding, err = strconv.Unquote(rest)
	case "check":
		s.Check, err = strconv.Unquote(rest)
	case "go":
		s.Go, err = strconv.Unquote(rest)
	case "run":
		s.Run, err = strconv.Atoi(rest)
	case "seed":
		s.Seed, err = strconv.ParseUint(rest, 10, 64)
	case "fresh":
		s.Fresh, err = strconv.ParseBool(rest)
	case "behind":
		s.Behind, err = strconv.ParseBool(rest)
	case "own":
		s.Own, err = strconv.ParseBool(rest)
	case "now":
		s.Now, err = strconv.ParseInt(rest, 10, 64)
	case "arg":
		err = s.setArg(rest)
	case "early":
		err = s.setEarly(rest)
	case "sites":
		if s.Sites, err = strconv.Unquote(rest); err == nil {
			_, err = boundary.ParseSites(s.Sites)
		}
	case "seal":
		s.Seal, err = strconv.Unquote(rest)
	case "build":
		s.Build, err = appendQuoted(s.Build, rest)
	case "exec":
		s.Prefix, err = appendQuoted(s.Prefix, rest)
	case "steps":
	default:
		return s.step(line)
	}
	return err
}

// appendQuoted adds a word that is quoted in a line.
func appendQuoted(list []string, quoted string) ([]string, error) {
	word, err := strconv.Unquote(quoted)
	return append(list, word), err
}

// setArg reads an argument. A file may come from elsewhere: of package testing no other flag is
// passed on, since some write files.
func (s *Schedule) setArg(text string) error {
	a, err := strconv.Unquote(text)
	if err == nil && len(SelectionArgs([]string{a})) == 0 {
		err = fmt.Errorf("%q is no argument of a schedule", a)
	}
	s.Args = append(s.Args, a)
	return err
}

func (s *Schedule) step(line string) error {
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
	if !ok || len(s.Steps)+n > MaxChoices {
		return fmt.Errorf("%q is no choice", line)
	}
	for range n {
		s.Steps = append(s.Steps, st)
	}
	return nil
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
func (s *Schedule) Trail() []byte {
	steps := make([]boundary.Step, len(s.Steps))
	for i, st := range s.Steps {
		steps[i] = boundary.Step{Goroutine: uint16(st.Goroutine), Op: uint8(st.Op), Enabled: uint8(min(st.Enabled, 255)), Object: st.Object}
	}
	head := boundary.TrailHead{Magic: boundary.TrailMagic, Steps: uint64(len(steps))}
	return append(boundary.Bytes(head), boundary.Bytes(steps...)...)
}

// opYield is runtime.Gosched, which a trace does not have.
const opYield trace.Op = explore.OpYield

// opDraws is a number that the strategy has chosen.
const opDraws trace.Op = boundary.OpDraws

// Draws reports whether a goroutine draws a number in a step.
func (st Step) Draws() bool { return st.Op == opDraws }

// OpName is how the text form writes an operation.
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
