package flags

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// ErrHelp is returned by [Parse] for -h and -help.
var ErrHelp = flag.ErrHelp

// Parse reads the flags before the other arguments, as package flag does, and returns
// those arguments. Errors are about usage, apart from [ErrHelp].
func Parse(form Form, args []string) (Values, []string, error) {
	v := Defaults(form)
	for len(args) > 0 {
		name, value, hasValue, isFlag := Split(args[0])
		switch {
		case args[0] == "--":
			return v, args[1:], nil
		case !isFlag:
			return v, args, nil
		case name == "h" || name == "help":
			return v, nil, ErrHelp
		}
		n, err := Take(form, &v, name, value, hasValue, args[1:])
		if err != nil {
			return v, nil, err
		}
		args = args[1+n:]
	}
	return v, nil, nil
}

// Take reads one flag. It returns how many of the following arguments were its value.
func Take(form Form, v *Values, name, value string, hasValue bool, following []string) (n int, err error) {
	f, ok := Lookup(form, name)
	isX := name == "x" && hasParameters(form)
	if !ok && !isX {
		return 0, Refusal(form, name)
	}
	switch {
	case hasValue:
	case ok && f.IsBool():
		value = "true"
	case len(following) == 0 && isX:
		return 0, usage(name, parameter(form, v, ""))
	case len(following) == 0:
		return 0, usage(name, errors.New("it needs a value; write -"+name+"=VALUE"))
	default:
		value, n = following[0], 1
	}
	if isX {
		return n, usage(name, parameter(form, v, value))
	}
	return n, usage(name, f.Set(v, value))
}

func hasParameters(form Form) bool {
	return slices.ContainsFunc(Of(form), func(f Flag) bool { return f.Expert })
}

// Split reads -name, --name, -name=value and --name=value.
func Split(arg string) (name, value string, hasValue, isFlag bool) {
	short := strings.TrimPrefix(arg, "-")
	if short == arg {
		return "", "", false, false
	}
	short = strings.TrimPrefix(short, "-")
	if short == "" || short[0] == '-' || short[0] == '=' {
		return "", "", false, false
	}
	name, value, hasValue = strings.Cut(short, "=")
	return name, value, hasValue, true
}

// usage is an error about a flag, nil for none.
func usage(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("flag -%s: %w", name, err)
}

// Within refuses flags that were given to a command and that one of its forms does not have.
func (v *Values) Within(form Form) error {
	for _, name := range v.Written {
		if parameter, ok := strings.CutPrefix(name, writtenX); ok {
			if f := expert(parameter); f.In&form == 0 {
				return usage("x", fmt.Errorf("%s: deadlocklint %s does not have it; it is of %s", parameter, form, those(f.In)))
			}
			continue
		}
		if _, ok := Lookup(form, name); !ok {
			return Refusal(form, name)
		}
	}
	return nil
}
