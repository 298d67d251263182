package dispatch

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// runCompletion prints the script of a shell. It is made from the tables that
// parse command lines, so that it cannot name what is not there.
func runCompletion(s command.Streams, args []string) error {
	shells := map[string]func(io.Writer){"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(args) != 1 || shells[args[0]] == nil {
		return command.Usage(fmt.Errorf("which shell? say deadlocklint help completion bash, zsh or fish"))
	}
	shells[args[0]](s.Out)
	return nil
}

// A completion has what may follow a command, or a command and its verb: flags, and words that are no file.
type completion struct {
	command, verb string
	forms         []flags.Form // all of them have the flags
	words         []string
}

// completions are those of all commands. After confirm the form is not known before its arguments are.
func completions() []completion {
	checks := slices.Sorted(maps.Keys(static.Docs()))
	return []completion{
		{"check", "", []flags.Form{flags.Check}, []string{"./..."}},
		{"demo", "", []flags.Form{flags.Demo}, nil},
		{"test", "", []flags.Form{flags.Test}, []string{"./..."}},
		{"explore", "", []flags.Form{flags.Explore}, []string{"./..."}},
		{"races", "", []flags.Form{flags.Races}, []string{"./..."}},
		{"run", "", []flags.Form{flags.Run}, []string{"./..."}},
		{"typestate", "", nil, []string{"mine", "check", "show"}},
		{"typestate", "mine", []flags.Form{flags.Mine}, []string{"./..."}},
		{"typestate", "check", []flags.Form{flags.Protocols}, []string{"./..."}},
		{"typestate", "show", []flags.Form{flags.Show}, nil},
		{"confirm", "", []flags.Form{flags.ConfirmDir, flags.ConfirmID}, nil},
		{"replay", "", []flags.Form{flags.Replay}, nil},
		{"record", "", []flags.Form{flags.Record}, []string{"env", "show"}},
		{"record", "env", []flags.Form{flags.Env}, nil},
		{"lsp", "", nil, []string{"gopls"}},
		{"lsp", "gopls", []flags.Form{flags.Gopls}, nil},
		{"help", "", nil, slices.Concat(commandNames(), []string{"checks", "completion"}, checks)},
		{"help", "checks", nil, checks},
		{"help", "completion", nil, []string{"bash", "zsh", "fish"}},
	}
}

// An offer is a flag that completes a command line.
type offer struct {
	name string
	bool bool // needs no value
	doc  string
}

// offers are the flags that every form of a completion has.
func (c completion) offers() (list []offer) {
	expert := false
	whole := flags.Form(0)
	for _, form := range c.forms {
		whole |= form
	}
	for _, f := range common(c.forms) {
		if f.Expert {
			expert = true
			continue
		}
		list = append(list, offer{f.Name, f.IsBool(), f.DocIn(whole)})
	}
	if expert {
		list = append(list, offer{"x", false, "a parameter of a published method, as name=value"})
	}
	switch {
	case flags.LikeGoTest(c.command):
		list = append(list, ofGo(list, func(f testflags.Flag) bool { return f.Fate != testflags.Refused && !f.Unlisted }, "as go test")...)
	case c.command == "run":
		list = append(list, ofGo(list, func(f testflags.Flag) bool { return f.Build }, "as go build")...)
	}
	return list
}

// common are the flags that all forms have.
func common(forms []flags.Form) []flags.Flag {
	if len(forms) == 0 {
		return nil
	}
	return slices.DeleteFunc(flags.Of(forms[0]), func(f flags.Flag) bool {
		return slices.ContainsFunc(forms, func(form flags.Form) bool { return f.In&form == 0 })
	})
}

// ofGo are flags of the go command that are not offered yet.
func ofGo(before []offer, has func(testflags.Flag) bool, doc string) (list []offer) {
	for _, f := range testflags.Flags() {
		if has(f) && !slices.ContainsFunc(before, func(o offer) bool { return o.name == f.Name }) {
			list = append(list, offer{f.Name, f.Bool, doc})
		}
	}
	return list
}

// typed writes flags as they are typed, those with a value with their "=".
func typed(offers []offer) []string {
	var list []string
	for _, o := range offers {
		if w := "-" + o.name; o.bool {
			list = append(list, w)
		} else {
			list = append(list, w+"=")
		}
	}
	return list
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// bashFrame is the script of bash around the words of the commands. Bash takes
// -flag=value for three words. A candidate is quoted as a file name only where it
// may be one: the "=" of a flag would be, too.
const bashFrame = `# bash completion for deadlocklint; try it with: source <(deadlocklint help completion bash)
_deadlocklint() {
	local cur=${COMP_WORDS[COMP_CWORD]} flag= words= IFS=$' \n'
	COMPREPLY=()
	if [[ $cur == = ]]; then
		flag=${COMP_WORDS[COMP_CWORD-1]} cur=
	elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
		flag=${COMP_WORDS[COMP_CWORD-2]}
	fi
	if [[ $flag == -enable || $flag == --enable ]]; then
		words='%[3]s'
	elif ((COMP_CWORD == 1)); then
		words='%[1]s ./...'
	elif [[ -z $flag ]]; then
		case ${COMP_WORDS[1]} in
%[2]s		esac
		((COMP_CWORD > 2)) && case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
%[4]s		esac
		[[ $cur == --* ]] && words=" $words" words=${words// -/ --}
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
	if ((${#COMPREPLY[@]} == 0)) && [[ $cur != -* ]]; then
		compopt -o filenames 2>/dev/null
		COMPREPLY=($(compgen -f -- "$cur"))
	elif [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
		compopt -o nospace 2>/dev/null
	fi
	return 0
}
complete -F _deadlocklint deadlocklint
`

func bashCompletion(w io.Writer) {
	cases, verbs := "", ""
	for _, c := range completions() {
		all := strings.Join(append(typed(c.offers()), c.words...), " ")
		if c.verb == "" {
			cases += fmt.Sprintf("\t\t%s) words='%s' ;;\n", c.command, all)
		} else {
			verbs += fmt.Sprintf("\t\t'%s %s') words='%s' ;;\n", c.command, c.verb, all)
		}
	}
	checks := append(slices.Sorted(maps.Keys(suite.Docs())), "all")
	fmt.Fprintf(w, bashFrame, strings.Join(commandNames(), " "), cases, strings.Join(checks, " "), verbs)
}

func zshCompletion(w io.Writer) {
	fmt.Fprint(w, "#compdef deadlocklint\n# zsh completion for deadlocklint; write it to a file _deadlocklint in a directory of $fpath\n")
	fmt.Fprint(w, "_deadlocklint() {\n\tlocal -a words_of\n\tif (( CURRENT == 2 )); then\n\t\twords_of=(\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\t\t\t%s\n", quoteShell(c.name+":"+c.short))
	}
	fmt.Fprint(w, "\t\t)\n\t\t_describe command words_of\n\t\t_files\n\t\treturn\n\tfi\n\tcase \"$words[2] $words[3]\" in\n")
	for _, c := range slices.Backward(completions()) { // verbs stand after their commands
		pattern := quoteShell(c.command) + "' '*"
		if c.verb != "" {
			pattern = quoteShell(c.command + " " + c.verb)
		}
		fmt.Fprintf(w, "\t%s)\n\t\twords_of=(\n", pattern)
		offers := c.offers()
		for i, f := range typed(offers) {
			fmt.Fprintf(w, "\t\t\t%s\n", quoteShell(f+":"+offers[i].doc))
		}
		for _, word := range c.words {
			fmt.Fprintf(w, "\t\t\t%s\n", quoteShell(word))
		}
		fmt.Fprint(w, "\t\t)\n\t\t;;\n")
	}
	fmt.Fprint(w, "\tesac\n\t_describe word words_of -S ''\n\t_files\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n\t_deadlocklint \"$@\"\nelse\n\tcompdef _deadlocklint deadlocklint\nfi\n")
}

func fishCompletion(w io.Writer) {
	fmt.Fprint(w, "# fish completion for deadlocklint; try it with: deadlocklint help completion fish | source\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "complete -c deadlocklint -n __fish_use_subcommand -a %s -d %s\n", c.name, quoteShell(c.short))
	}
	for _, c := range completions() {
		in := fmt.Sprintf("-n '%s'", c.fishCondition())
		for _, o := range c.offers() {
			value := " -r"
			if o.bool {
				value = ""
			}
			fmt.Fprintf(w, "complete -c deadlocklint %s -o %s%s -d %s\n", in, o.name, value, quoteShell(o.doc))
		}
		if len(c.words) > 0 {
			fmt.Fprintf(w, "complete -c deadlocklint %s -a %s\n", in, quoteShell(strings.Join(c.words, " ")))
		}
	}
}

// fishCondition is when a completion counts: after its verb, or, without one, where no verb of the
// command was typed.
func (c completion) fishCondition() string {
	condition := `set -l w (commandline -opc); test "$w[2]" = ` + c.command
	if c.verb != "" {
		return condition + `; and test "$w[3]" = ` + c.verb
	}
	for _, other := range completions() {
		if other.command == c.command && other.verb != "" {
			condition += `; and test "$w[3]" != ` + other.verb
		}
	}
	return condition
}

// quoteShell quotes a word for all three shells: fish reads a backslash inside
// single quotes, so there is none.
func quoteShell(s string) string {
	return "'" + strings.NewReplacer("'", "", `\`, "").Replace(s) + "'"
}
