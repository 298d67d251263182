package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A table is printed as Markdown.
type table struct {
	title string
	head  []string
	rows  [][]string
	notes []string // paragraphs below it
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t table) write(b *strings.Builder) {
	if t.title != "" {
		fmt.Fprintf(b, "### %s\n\n", t.title)
	}
	if len(t.rows) > 0 {
		line(b, t.head)
		rule := make([]string, len(t.head))
		for i := range rule {
			rule[i] = "---:"
		}
		rule[0] = "---"
		line(b, rule)
		for _, r := range t.rows {
			line(b, r)
		}
		b.WriteByte('\n')
	}
	for _, n := range t.notes {
		fmt.Fprintf(b, "%s\n\n", n)
	}
}

func line(b *strings.Builder, cells []string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// section is the output of a command: its tables, where and how they were made.
func section(c command, args []string, machine string, tables []table) string {
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.TrimLeft(a, "-") == "write" })
	var b strings.Builder
	fmt.Fprintf(&b, "## %s%s\n\n", strings.ToUpper(c.name[:1]), c.name[1:])
	fmt.Fprintf(&b, "%s%s.\n\n", strings.ToUpper(c.short[:1]), c.short[1:])
	fmt.Fprintf(&b, "```console\n$ %s\n```\n\n%s\n\n", strings.Join(append([]string{"go run .", c.name}, args...), " "), machine)
	for _, t := range tables {
		t.write(&b)
	}
	return b.String()
}

const preface = `# Results

Written by the commands below, run in this directory; see ` + "`go run . -h`" + `. Every section names the machine it was
measured on: numbers of different sections compare only if the machine is the same.

`

// replaceSection puts the text of a command into the file, in place of its
// former text.
func replaceSection(file, name, text string) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parts := map[string]string{}
	for _, c := range commands {
		begin, end := marks(c.name)
		_, rest, ok := strings.Cut(string(old), begin)
		if part, _, ended := strings.Cut(rest, end); ok && ended {
			parts[c.name] = part
		}
	}
	parts[name] = "\n" + text
	var b strings.Builder
	b.WriteString(preface)
	for _, c := range commands {
		if part := parts[c.name]; part != "" {
			begin, end := marks(c.name)
			b.WriteString(begin + part + end + "\n")
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

func marks(name string) (begin, end string) {
	return "<!-- " + name + " -->\n", "<!-- end of " + name + " -->\n"
}
