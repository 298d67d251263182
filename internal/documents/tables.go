package documents

import (
	"path"
	"regexp"
	"strings"
)

var (
	namedTest   = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
	namedScript = regexp.MustCompile(`\bscript/[\w/]+\.sh`)
)

// filesTable: each row of doc/design/070 names tests that are there.
func filesTable(r *Repository) {
	const file = "doc/design/070-files-are-data.md"
	tests, rows := r.tests(), r.rows(file)
	for i, row := range rows {
		list := cells(row)
		named := namedTest.FindAllString(list[len(list)-1], -1)
		if len(list) != 5 || len(named) == 0 && i > 1 { // after the head and its rule
			r.problem("%s: %d cells that name %d tests: %s", file, len(list), len(named), row)
		}
		r.namesTests(tests, named, file)
	}
	r.atLeast(len(rows), 20, "rows", file)
}

// hosts: the tests and scripts that doc/hosts.md names are there, and a script can be run.
func hosts(r *Repository) {
	const file = "doc/hosts.md"
	tests, rows, count := r.tests(), r.rows(file), 0
	for _, row := range rows {
		named := namedTest.FindAllString(row, -1)
		count += len(named)
		r.namesTests(tests, named, file)
		for _, script := range namedScript.FindAllString(row, -1) {
			if info, err := r.stat(script); err != nil || info.Mode()&0o100 == 0 {
				r.problem("%s: %s cannot be run: %v", file, script, err)
			}
		}
	}
	r.atLeast(len(rows), 20, "rows", file)
	r.atLeast(count, 50, "names of tests", file)
}

func (r *Repository) namesTests(tests map[string]bool, named []string, file string) {
	for _, name := range named {
		if !tests[name] {
			r.problem("%s: there is no test %s", file, name)
		}
	}
}

// nouns: every case and test in testdata/nouns.txt exists.
func nouns(r *Repository) {
	const file = "testdata/nouns.txt"
	rows := 0
	for line := range strings.Lines(r.text(file)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		rows++
		list := strings.Split(line, "; ")
		if len(list) != 4 {
			r.problem("%s: want 4 cells, separated by \"; \": %s", file, line)
			continue
		}
		for _, name := range list[2:] {
			if name != "-" && !r.showsNoun(name) {
				r.problem("%s: there is no %s: %s", file, name, line)
			}
		}
	}
	r.atLeast(rows, 400, "nouns", file)
}

// showsNoun reports whether a name is a case of testdata, or a function of tests written as FOLDER.NAME.
func (r *Repository) showsNoun(name string) bool {
	dir, fn, isTest := strings.Cut(name, ".")
	if !isTest {
		return r.exists(path.Join("testdata", name+".txtar"))
	}
	declared := regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?` + regexp.QuoteMeta(fn) + `\(`)
	for _, file := range r.glob(path.Join(dir, "*_test.go")) {
		if declared.MatchString(r.text(file)) {
			return true
		}
	}
	return false
}
