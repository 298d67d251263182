package testflags

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
)

// Parse takes the arguments after a command that is like go test apart. Every error is an
// error of usage, and names the flag and the alternative, but for [flags.ErrHelp].
func Parse(form flags.Form, args []string) (CommandLine, error) {
	p := parser{form: form, rest: args}
	p.out.Values = flags.Defaults(form)
	p.out.Timeout, p.out.form = DefaultTimeout, form
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

	form flags.Form

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
	name, value, hasValue, isFlag := flags.Split(raw)
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
		return flags.ErrHelp
	case "args":
		if !hasValue {
			p.argsFrom(0)
			return nil
		}
	case "C":
		if !first {
			return usage(name, "it must be the first flag; write it directly after the command")
		}
	}
	return p.flag(raw, name, value, hasValue)
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

// flag consumes the value of a flag, if it takes one, and applies it. Ours come first, then
// those of go test. A flag that other commands of ours have is refused, since it was hardly
// meant for the test binary.
func (p *parser) flag(raw, name, value string, hasValue bool) error {
	known, isKnown := lookup(name)
	_, isOwn := flags.Lookup(p.form, name)
	switch {
	case isOwn && name != "v" || name == "x":
		n, err := flags.Take(p.form, &p.out.Values, name, value, hasValue, p.rest)
		p.rest = p.rest[n:]
		return err
	case flags.IsFormer(p.form, name), !isKnown && flags.IsOurs(name):
		return flags.Refusal(p.form, name)
	case isKnown && known.Fate == Refused:
		return usage(name, "it is refused: "+known.Note)
	case !isKnown || name == "args": // -args=x is a flag like any unknown one
		p.unknown(raw, name, hasValue)
		return nil
	}
	if !hasValue {
		var err error
		if value, err = p.value(name, known.Bool); err != nil {
			return err
		}
	}
	return p.out.setGo(known, value)
}

// unknown hands a flag over to the test binary, which may define it.
func (p *parser) unknown(raw, name string, hasValue bool) {
	p.out.Args = append(p.out.Args, raw)
	p.out.Handed = append(p.out.Handed, name)
	p.packagesDone = true
	p.afterUnknown = !hasValue
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
	case "json": // in GOFLAGS
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
		if p.Timeout, err = time.ParseDuration(value); err != nil || p.Timeout < 0 {
			return fmt.Errorf("%q is no duration; write one such as 90s or 10m", value)
		}
		p.TimeoutSet = true
	case "v":
		on, err := strconv.ParseBool(value)
		p.Verbose = on || err != nil // test2json is a way of being verbose
		p.Written = append(p.Written, name)
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
