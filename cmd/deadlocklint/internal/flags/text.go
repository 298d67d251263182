package flags

import (
	"fmt"
	"strings"
)

// expertTitle stands above the parameters of published methods.
const expertTitle = "Parameters of published methods, each as -x NAME=VALUE:"

// written is a flag as it is typed, with the name of its value.
func (f *Flag) written() string {
	if f.Expert {
		return "-x " + f.Name + "=" + f.Arg
	}
	return strings.TrimSpace("-" + f.Name + " " + f.Arg)
}

// united are the flags those of all forms of a command.
func united(command string) (list []Flag, forms Form) {
	for _, form := range FormsOf(command) {
		forms |= form
	}
	return Of(forms), forms
}

// meaning is the sentence about a flag in a command. It names the forms when not all of them have the flag.
func (f *Flag) meaning(command string, forms Form) string {
	has := Form(0)
	for _, form := range FormsOf(command) {
		if len(Of(form)) > 0 {
			has |= form
		}
	}
	own := f.In & forms
	text := f.DocIn(own)
	switch lacking := has &^ own; {
	case lacking == 0:
		return text
	case own.count() > lacking.count() || own.has(command) && lacking.count() == 1:
		return text + ". Not with " + lacking.String()
	}
	return text + ". Only in " + own.String()
}

// defaults are those in the forms of a command, separated by commas.
func (f *Flag) defaults(command string) string {
	var list []string
	for _, form := range FormsOf(command) {
		if d := f.DefaultIn(form); f.In&form != 0 && d != "" && !strings.Contains(strings.Join(list, ","), d) {
			list = append(list, d)
		}
	}
	return strings.Join(list, ", ")
}

// Text documents the flags of a command for a terminal.
func Text(command string) string {
	list, forms := united(command)
	var b strings.Builder
	expert := false
	for i := range list {
		f := &list[i]
		if f.Expert && !expert {
			expert = true
			fmt.Fprintf(&b, "\n%s\n\n", expertTitle)
		}
		fmt.Fprintf(&b, "  %s\n    \t%s", f.written(), f.meaning(command, forms))
		if d := f.defaults(command); d != "" {
			fmt.Fprintf(&b, " (default %s)", d)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Table documents the flags of a command as Markdown, "" for a command without any.
func Table(command string) string {
	list, forms := united(command)
	if len(list) == 0 {
		return ""
	}
	const head = "| flag | meaning | default |\n|---|---|---|\n"
	var b strings.Builder
	b.WriteString(head)
	expert := false
	for i := range list {
		f := &list[i]
		if f.Expert && !expert {
			expert = true
			fmt.Fprintf(&b, "\n%s\n\n%s", expertTitle, head)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.written(), strings.ReplaceAll(f.meaning(command, forms), "|", `\|`), f.defaults(command))
	}
	return b.String()
}
