package testflags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrHelp is returned by [Parse] for -h, -help and -?.
var ErrHelp = errors.New("help asked for")

// Parse takes the arguments behind "deadlocklint test" apart. Every error is an error
// of usage, and names the flag and the alternative.
func Parse(args []string) (CommandLine, error) { return parse(parser{rest: args}) }

// ParseExplore does so behind "deadlocklint explore", which has -o of its own.
func ParseExplore(args []string) (CommandLine, error) {
	return parse(parser{rest: args, explores: true})
}

// ParseRaces does so behind "deadlocklint races".
func ParseRaces(args []string) (CommandLine, error) { return parse(parser{rest: args, races: true}) }

func parse(p parser) (CommandLine, error) {
	p.out.Budget = DefaultBudget
	p.out.Tries = DefaultTries
	p.out.Timeout = DefaultTimeout
	for len(p.rest) > 0 {
		if err := p.next(); err != nil {
			return CommandLine{}, err
		}
	}
	return p.out, nil
}

// A parser follows cmd/go/internal/test.testFlags: packages are one contiguous
// list, an unknown flag ends it, and so may what follows that flag.
type parser struct {
	rest []string
	out  CommandLine

	explores bool // the command is explore
	races    bool // the command is races

	started      bool // something was consumed
	inPackages   bool // the last argument was a package
	packagesDone bool // no more packages, arguments from here on are the test binary's
	afterUnknown bool // the last argument was an unknown flag that may take a value
}

// next consumes at least one argument.
func (p *parser) next() error {
	first, afterUnknown := !p.started, p.afterUnknown
	p.started, p.afterUnknown = true, false

	raw := p.rest[0]
	name, value, hasValue, isFlag := splitFlag(raw)
	switch {
	case raw == "--":
		p.argsFrom(0) // go test hands the terminator to the test binary too
		return nil
	case !isFlag:
		p.positional(afterUnknown)
		return nil
	}
	if p.inPackages {
		p.inPackages, p.packagesDone = false, true
	}
	p.rest = p.rest[1:]
	switch name {
	case "h", "help", "?":
		return ErrHelp
	case "args":
		if !hasValue {
			p.argsFrom(0)
			return nil
		}
	case "C":
		if !first {
			return usage(name, "it must be the first flag; write it directly behind deadlocklint test")
		}
	}
	return p.flag(raw, name, value, hasValue)
}

// splitFlag reads -name, --name, -name=value and --name=value.
func splitFlag(raw string) (name, value string, hasValue, isFlag bool) {
	arg := strings.TrimPrefix(raw, "-")
	if arg == raw {
		return "", "", false, false
	}
	arg = strings.TrimPrefix(arg, "-")
	if arg == "" || arg[0] == '-' || arg[0] == '=' {
		return "", "", false, false
	}
	name, value, hasValue = strings.Cut(arg, "=")
	return name, value, hasValue, true
}

// argsFrom gives everything from the i-th remaining argument to the test binary.
func (p *parser) argsFrom(i int) {
	p.out.Args = append(p.out.Args, p.rest[i:]...)
	p.rest = nil
}

// positional consumes an argument that is not a flag.
func (p *parser) positional(afterUnknown bool) {
	switch {
	case p.packagesDone && afterUnknown: // perhaps the unknown flag's value
		p.out.Args = append(p.out.Args, p.rest[0])
		p.rest = p.rest[1:]
	case p.packagesDone:
		p.argsFrom(0)
	default:
		p.inPackages = true
		p.out.Packages = append(p.out.Packages, p.rest[0])
		p.rest = p.rest[1:]
	}
}

// flag consumes the value of a flag, if it takes one, and applies it.
func (p *parser) flag(raw, name, value string, hasValue bool) error {
	own, isOwn := lookupOwn(name)
	known, isKnown := lookup(name)
	switch {
	case isOwn && p.races && !slices.ContainsFunc(ownOf("races"), func(f ownFlag) bool { return f.name == name }):
		return usage(name, "deadlocklint races does not have it; leave it out")
	case isKnown && known.Fate == Refused && !(isOwn && p.explores):
		return usage(name, "it is refused: "+known.Note)
	case !isOwn && (!isKnown || name == "args"): // -args=x is a flag like any unknown one
		p.out.Args = append(p.out.Args, raw)
		p.packagesDone = true
		p.afterUnknown = !hasValue
		return nil
	}
	if !hasValue {
		var err error
		if value, err = p.value(name, isKnown && known.Bool || own.bool); err != nil {
			return err
		}
	}
	if isOwn {
		if err := own.set(&p.out, value); err != nil {
			return usage(name, err.Error())
		}
		return nil
	}
	return p.out.setGo(known, value)
}

// value returns the value of a flag that was written without "=".
func (p *parser) value(name string, isBool bool) (string, error) {
	if isBool {
		return "true", nil
	}
	if len(p.rest) == 0 {
		return "", usage(name, "it needs a value; write -"+name+"=VALUE")
	}
	v := p.rest[0]
	p.rest = p.rest[1:]
	return v, nil
}

// setGo applies a flag of go test by its fate.
func (p *CommandLine) setGo(f Flag, value string) error {
	p.given = append(p.given, f.Name)
	switch {
	case f.Bool && !validBool(f.Name, value):
		return usage(f.Name, fmt.Sprintf("%q is neither true nor false; write -%s or -%s=false", value, f.Name, f.Name))
	case f.Fate == Passed:
		p.passed = append(p.passed, setting{f.Name, value})
		return nil
	case f.Fate == Recorded:
		p.recorded = append(p.recorded, setting{f.Name, value})
		return nil
	}
	if err := p.take(f.Name, value); err != nil {
		return usage(f.Name, err.Error())
	}
	return nil
}

// validBool reports whether the go command takes value for a boolean flag.
func validBool(name, value string) bool {
	if name == "buildvcs" && value == "auto" || name == "v" && value == "test2json" {
		return true
	}
	_, err := strconv.ParseBool(value)
	return err == nil
}

// take applies a flag whose fate is Taken.
func (p *CommandLine) take(name, value string) (err error) {
	switch name {
	case "C":
		p.Dir, err = nonEmpty(value)
	case "bench":
		p.Bench = value
	case "compiler":
		if value != "gc" {
			return fmt.Errorf("%q is not instrumented; leave the flag out or write gc", value)
		}
	case "count":
		err = p.takeCount(value)
	case "exec":
		p.Exec = value
	case "gcflags":
		p.Gcflags = append(p.Gcflags, value)
	case "json":
		p.JSON, _ = strconv.ParseBool(value)
	case "ldflags":
		p.Ldflags = append(p.Ldflags, value)
	case "overlay":
		p.Overlay = value
	case "run":
		p.Run = value
	case "shuffle":
		err = p.takeShuffle(value)
	case "timeout":
		p.Timeout, err = duration(value)
		p.TimeoutSet = true
	case "v":
		on, err := strconv.ParseBool(value)
		p.Verbose = on || err != nil // test2json is a way of being verbose
	case "vet":
		p.Vet, p.VetSet = value, true
	default:
		return errors.New("deadlocklint does not handle it; please report that")
	}
	return err
}

func (p *CommandLine) takeCount(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return fmt.Errorf("%q runs no test; leave it out, a recording run happens once", value)
	}
	if n > 1 {
		p.Notes = append(p.Notes, fmt.Sprintf("-count=%d: the tests are recorded once; use -tries for more confirming runs", n))
	}
	return nil
}

func (p *CommandLine) takeShuffle(value string) error {
	if _, err := strconv.ParseInt(value, 10, 64); err != nil && value != "on" && value != "off" {
		return fmt.Errorf("%q is no order; write on, off or a number", value)
	}
	p.Shuffle = value
	return nil
}

// usage is an error about a flag.
func usage(name, problem string) error {
	return fmt.Errorf("flag -%s: %s", name, problem)
}
