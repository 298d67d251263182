package dispatch

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// Pages returns the pages of doc/checks and doc/commands by their paths in doc. They
// have the output of explain and help, so that they cannot differ from it. A test
// compares them with the files.
func Pages() map[string]string {
	pages := map[string]string{}
	docs := suite.Docs()
	index := "# The static checks\n\n"
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		title, text, _ := strings.Cut(docs[name], "\n")
		pages["checks/"+name+".md"] = fmt.Sprintf("# %s\n\n%s.\n\n%s\n\n`deadlocklint explain %s` prints this page.\n",
			name, sentence(title), strings.TrimSpace(codeBlocks(text)), name)
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
	if testflags.Has(c.name) {
		return page + "\n" + testflags.Doc(c.name)
	}
	fs := flagSet(c.name)
	if fs == nil {
		return page
	}
	page += "\n| flag | meaning | default |\n|---|---|---|\n"
	fs.VisitAll(func(f *flag.Flag) {
		arg, doc := flag.UnquoteUsage(f)
		page += fmt.Sprintf("| `-%s` | %s | %s |\n", strings.TrimSpace(f.Name+" "+arg), strings.ReplaceAll(doc, "|", `\|`), f.DefValue)
	})
	return page
}
