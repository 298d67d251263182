package flags

import (
	"fmt"
	"slices"
	"strings"
)

// A Flag is declared in a table of this package.
type Flag struct {
	Name    string
	Arg     string // the name of its value in documents, "" for a flag that needs none
	Doc     string // its meaning, a phrase
	In      Form   // the forms that have it
	Default string // as it is written, "" for the zero value
	Expert  bool   // a parameter of a published method: it is written -x name=value

	kind      kind
	docs      []exception
	elsewhere []exception
	why       []exception
}

// An exception holds for some forms: a meaning or a default of their own, or the reason why they do not have a flag.
type exception struct {
	in   Form
	text string
}

// IsBool reports whether a flag needs no value.
func (f *Flag) IsBool() bool { return f.kind.bool }

// DefaultIn is the default of a flag in a form, "" for the zero value.
func (f *Flag) DefaultIn(form Form) string {
	if i := slices.IndexFunc(f.elsewhere, func(e exception) bool { return e.in&form != 0 }); i >= 0 {
		return f.elsewhere[i].text
	}
	return f.Default
}

// DocIn is the meaning of a flag in a form.
func (f *Flag) DocIn(form Form) string {
	if i := slices.IndexFunc(f.docs, func(e exception) bool { return e.in&form != 0 }); i >= 0 {
		return f.docs[i].text
	}
	return f.Doc
}

// Set reads a value. Its error names no flag.
func (f *Flag) Set(v *Values, value string) error {
	if err := f.kind.set(v, value); err != nil {
		return err
	}
	v.Written = append(v.Written, f.Name)
	return nil
}

// all has every flag.
func all() []Flag {
	return slices.Concat(outputFlags, runFlags, exploreFlags, checkFlags, protocolFlags, otherFlags, expertFlags)
}

// Of returns the flags of a form, or of any of several.
func Of(form Form) []Flag {
	return slices.DeleteFunc(all(), func(f Flag) bool { return f.In&form == 0 })
}

// Names are those of the flags of a form, without parameters.
func Names(form Form) (names []string) {
	for _, f := range Of(form) {
		if !f.Expert {
			names = append(names, f.Name)
		}
	}
	return names
}

// Lookup finds the flag that a form has. With no form it finds that of any.
func Lookup(form Form, name string) (*Flag, bool) {
	list := all()
	i := slices.IndexFunc(list, func(f Flag) bool {
		return f.Name == name && !f.Expert && (form == 0 || f.In&form != 0)
	})
	if i < 0 {
		return nil, false
	}
	return &list[i], true
}

// Defaults are the values of a form without any flag.
func Defaults(form Form) Values {
	var v Values
	for _, f := range Of(form) {
		if d := f.DefaultIn(form); d != "" {
			if err := f.kind.set(&v, d); err != nil {
				panic(fmt.Sprintf("flags: the default of -%s: %v", f.Name, err)) // a test reads all of them
			}
		}
	}
	return v
}

// writtenX stands before the names of parameters in [Values.Written].
const writtenX = "x "

// expert is the parameter of that name, which is declared.
func expert(name string) Flag {
	list := all()
	return list[slices.IndexFunc(list, func(f Flag) bool { return f.Expert && f.Name == name })]
}

// parameter reads the value of -x.
func parameter(form Form, v *Values, text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q is no parameter; write -x NAME=VALUE, or GOFLAGS=-x for the go command's own -x", text)
	}
	var known []string
	for _, f := range all() {
		if !f.Expert {
			continue
		}
		if f.Name == name && f.In&form != 0 {
			if err := f.kind.set(v, value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			v.Written = append(v.Written, writtenX+name)
			return nil
		}
		if f.Name == name {
			return fmt.Errorf("%s: deadlocklint %s does not have it; it is of %s", name, form, those(f.In))
		}
		if f.In&form != 0 {
			known = append(known, f.Name)
		}
	}
	if near := Nearest(name, known); near != "" {
		return fmt.Errorf("there is no parameter %s; perhaps %s, or run deadlocklint help %s", name, near, form.Command())
	}
	return fmt.Errorf("there is no parameter %s; run deadlocklint help %s", name, form.Command())
}
