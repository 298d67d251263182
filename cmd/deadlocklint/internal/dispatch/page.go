package dispatch

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
)

// Pages returns the pages of doc/checks and doc/commands by their paths in doc. They
// have the output of help, so that they cannot differ from it. A test
// compares them with the files.
func Pages() map[string]string {
	pages := map[string]string{}
	docs := static.Docs()
	index := "# The checks\n\n"
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		title, text, _ := strings.Cut(docs[name], "\n")
		pages["checks/"+name+".md"] = fmt.Sprintf("# %s\n\n%s.\n\n%s\n\n`deadlocklint help %s` prints this page.\n",
			name, sentence(title), strings.TrimSpace(codeBlocks(text)), helpOf(name))
		index += fmt.Sprintf("- [%s](%[1]s.md): %s\n", name, title)
	}
	pages["checks/README.md"] = index
	index = "# The commands\n\n"
	for _, c := range commands() {
		pages["commands/"+c.name+".md"] = commandPage(c)
		index += fmt.Sprintf("- [%s](%[1]s.md): %s\n", c.name, c.short)
	}
	pages["commands/README.md"] = index
	return pages
}

// helpOf is how help is asked for a check: a command may have its name.
func helpOf(check string) string {
	if isCommand(check) {
		return "checks " + check
	}
	return check
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// whole is the purpose of a command as a sentence; a pattern at its end has dots of its own.
func whole(short string) string {
	if strings.HasSuffix(short, ".") {
		return sentence(short)
	}
	return sentence(short) + "."
}

// codeBlocks writes what a doc comment indents by a tab as Markdown does.
func codeBlocks(s string) string { return strings.ReplaceAll(s, "\t", "    ") }

func commandPage(c subcommand) string {
	page := fmt.Sprintf("# deadlocklint %s\n\n    deadlocklint %s\n\n%s\n", c.name, strings.TrimSpace(c.name+" "+c.args), whole(c.short))
	if c.about != "" {
		page += "\n" + c.about + "\n"
	}
	if table := flags.Table(c.name); table != "" {
		page += "\n" + table
	}
	if flags.LikeGoTest(c.name) {
		page += "\n" + testflags.Doc()
	}
	if c.name == "run" {
		page += "\nFlags of go build that are passed on: `" + strings.Join(testflags.BuildNames(), "`, `") + "`.\n"
	}
	return page
}
