// Package documents compares documents of the repository with its sources. A document names tests, files, functions and
// checks, and a rule reports each name that nothing has.
//
// [Rules] has all rules, one file each. A rule reads files of a [Repository] and adds a problem for each mistake. A rule
// whose document is missing, or has fewer entries than it should, reports a problem, too.
//
// The package reads one file system and runs nothing. A comparison that has to run a program is a test of
// that program.
package documents

import "io/fs"

// A Rule is one comparison.
type Rule struct {
	Name  string // one word
	check func(r *Repository)
}

// Rules returns all rules.
func Rules() []Rule {
	return []Rule{
		{"checks", checkNames}, {"designs", designs}, {"files", filesTable}, {"glossary", glossary}, {"hosts", hosts},
		{"nouns", nouns}, {"parts", parts}, {"questions", questions}, {"readme", readme}, {"subjects", subjects},
		{"tags", tags}, {"tour", tour},
	}
}

// Check returns the problems of a repository by one rule, one line each. The root of the file system is that of the repository.
func (rule Rule) Check(fsys fs.FS) []string {
	r := &Repository{fsys: fsys}
	rule.check(r)
	return r.problems
}
