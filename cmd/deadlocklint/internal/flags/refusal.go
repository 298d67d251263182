package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// former has the flags that are written otherwise now, and where they were.
var former = map[string][]exception{
	"budget":      {{timed, "-time"}},
	"strategy":    {{exploring | Merge, "-x strategy=NAME"}, {confirming, "-x pausing=NAME"}, {Races, "-x strategy=NAME of deadlocklint explore"}},
	"abstraction": {{confirming, "-x abstraction=NAME"}},
	"capp":        {{Explore, "-x capp=NAME"}},
	"sets":        {{Explore, "-x sets=FILE"}},
	"bound":       {{Explore, "-x bound=N"}},
	"o":           {{Explore, "-results"}, {Mine, "-write-automata"}},
}

// now is how a former flag of a form is written.
func now(form Form, name string) string {
	for _, e := range former[name] {
		if e.in&form != 0 {
			return e.text
		}
	}
	return ""
}

// IsFormer reports whether a form had a flag that is written otherwise now.
func IsFormer(form Form, name string) bool { return now(form, name) != "" }

// IsOurs reports whether a flag is one of commands that run programs. A command
// that hands unknown flags over to a test binary refuses it.
func IsOurs(name string) bool {
	_, ok := Lookup(likeGoTest|Run|ConfirmDir|Replay, name)
	return ok
}

// Refusal is the error of a flag that a form does not have. It says which command has the flag, or
// which flag may have been meant.
func Refusal(form Form, name string) error {
	f, ok := Lookup(0, name)
	if !ok {
		return usage(name, errors.New(unknown(form, name)))
	}
	if i := slices.IndexFunc(f.why, func(e exception) bool { return e.in&form != 0 }); i >= 0 {
		return usage(name, errors.New(f.why[i].text))
	}
	return usage(name, fmt.Errorf("deadlocklint %s does not have it; it is a flag of %s", form, those(f.In)))
}

// unknown words the refusal of a flag that no command has.
func unknown(form Form, name string) string {
	if now := now(form, name); now != "" {
		return "it is written " + now + " now"
	}
	if name == "x" {
		return fmt.Sprintf("deadlocklint %s has no parameters; run deadlocklint help %s", form, form.Command())
	}
	if slices.ContainsFunc(Of(form), func(f Flag) bool { return f.Expert && f.Name == name }) {
		return "it is written -x " + name + "=VALUE"
	}
	if near := Nearest(name, Names(form)); near != "" {
		return fmt.Sprintf("there is no such flag; perhaps -%s, or run deadlocklint help %s", near, form.Command())
	}
	return "there is no such flag; run deadlocklint help " + form.Command()
}

// those names forms in a sentence.
func those(in Form) string {
	return "deadlocklint " + alternatives(strings.Split(in.String(), ", "))
}
