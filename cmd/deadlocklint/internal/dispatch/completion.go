package dispatch

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// runCompletion prints the script of a shell. It is made from the tables that
// parse command lines, so that it cannot name what is not there.
func runCompletion(_ context.Context, s command.Streams, args []string) error {
	shells := map[string]func(io.Writer){"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(args) != 1 || shells[args[0]] == nil {
		return command.Usage(fmt.Errorf("which shell? say deadlocklint completion bash, zsh or fish"))
	}
	shells[args[0]](s.Out)
	return nil
}

// completes returns the completions of a command: its flags, and words that are no file.
func completes(name string) (flags []testflags.Name, words []string) {
	switch name {
	case "test", "explore", "races":
		return testflags.Names(), []string{"./..."}
	case "check", "run":
		words = []string{"./..."}
	case "help":
		for _, c := range commands() {
			words = append(words, c.name)
		}
		words = append(words, slices.Sorted(maps.Keys(suite.Docs()))...)
	case "explain":
		words = slices.Sorted(maps.Keys(suite.Docs()))
	case "typestate":
		words = []string{"mine", "check", "show", "replay"}
	case "gopls":
		words = []string{"install"}
	case "completion":
		words = []string{"bash", "zsh", "fish"}
	}
	if fs := flagSet(name); fs != nil {
		fs.VisitAll(func(f *flag.Flag) {
			b, ok := f.Value.(interface{ IsBoolFlag() bool })
			flags = append(flags, testflags.Name{Name: f.Name, Bool: ok && b.IsBoolFlag(), Doc: strings.ReplaceAll(f.Usage, "`", "")})
		})
	}
	return flags, words
}

// flagWords writes flags as they are typed, those with a value with their "=".
func flagWords(flags []testflags.Name) []string {
	var list []string
	for _, f := range flags {
		if w := "-" + f.Name; f.Bool {
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
const bashFrame = `# bash completion for deadlocklint; try it with: source <(deadlocklint completion bash)
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
	cases := ""
	for _, c := range commands() {
		flags, words := completes(c.name)
		if all := append(flagWords(flags), words...); len(all) > 0 {
			cases += fmt.Sprintf("\t\t%s) words='%s' ;;\n", c.name, strings.Join(all, " "))
		}
	}
	checks := append(slices.Sorted(maps.Keys(suite.Docs())), "all")
	fmt.Fprintf(w, bashFrame, strings.Join(commandNames(), " "), cases, strings.Join(checks, " "))
}

func zshCompletion(w io.Writer) {
	fmt.Fprint(w, "#compdef deadlocklint\n# zsh completion for deadlocklint; write it to a file _deadlocklint in a directory of $fpath\n")
	fmt.Fprint(w, "_deadlocklint() {\n\tlocal -a words_of\n\tif (( CURRENT == 2 )); then\n\t\twords_of=(\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\t\t\t%s\n", quoteShell(c.name+":"+c.short))
	}
	fmt.Fprint(w, "\t\t)\n\t\t_describe command words_of\n\t\t_files\n\t\treturn\n\tfi\n\tcase $words[2] in\n")
	for _, c := range commands() {
		flags, words := completes(c.name)
		if len(flags)+len(words) == 0 {
			continue
		}
		fmt.Fprintf(w, "\t%s)\n\t\twords_of=(\n", c.name)
		for i, f := range flagWords(flags) {
			fmt.Fprintf(w, "\t\t\t%s\n", quoteShell(f+":"+flags[i].Doc))
		}
		for _, word := range words {
			fmt.Fprintf(w, "\t\t\t%s\n", quoteShell(word))
		}
		fmt.Fprint(w, "\t\t)\n\t\t;;\n")
	}
	fmt.Fprint(w, "\tesac\n\t_describe word words_of -S ''\n\t_files\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n\t_deadlocklint \"$@\"\nelse\n\tcompdef _deadlocklint deadlocklint\nfi\n")
}

func fishCompletion(w io.Writer) {
	fmt.Fprint(w, "# fish completion for deadlocklint; try it with: deadlocklint completion fish | source\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "complete -c deadlocklint -n __fish_use_subcommand -a %s -d %s\n", c.name, quoteShell(c.short))
	}
	for _, c := range commands() {
		in := "-n '__fish_seen_subcommand_from " + c.name + "'"
		flags, words := completes(c.name)
		for _, f := range flags {
			value := " -r"
			if f.Bool {
				value = ""
			}
			fmt.Fprintf(w, "complete -c deadlocklint %s -o %s%s -d %s\n", in, f.Name, value, quoteShell(f.Doc))
		}
		if len(words) > 0 {
			fmt.Fprintf(w, "complete -c deadlocklint %s -a %s\n", in, quoteShell(strings.Join(words, " ")))
		}
	}
}

// quoteShell quotes a word for all three shells: fish reads a backslash inside
// single quotes, so there is none.
func quoteShell(s string) string {
	return "'" + strings.NewReplacer("'", "", `\`, "").Replace(s) + "'"
}
