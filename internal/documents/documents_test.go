package documents

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var root = os.DirFS("../..")

// TestRepository runs all rules on this repository.
func TestRepository(t *testing.T) {
	for _, rule := range Rules() {
		for _, problem := range rule.Check(root) {
			t.Errorf("%s: %s", rule.Name, problem)
		}
	}
}

// A changed repository has another text in one file.
type changed struct {
	fs.FS
	name string
	text []byte // nil if the file is missing
}

func (c changed) Open(name string) (fs.File, error) {
	switch {
	case name != c.name:
		return c.FS.Open(name)
	case c.text == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return fstest.MapFS{name: {Data: c.text}}.Open(name)
}

// A mistake replaces a text of a document by another one: all of the document if old is empty.
type mistake struct {
	rule, file, old, new string
	want                 string // in a problem
}

var mistakes = []mistake{
	{"checks", "internal/report/exit.go", "\nfunc ", "\nvar _ = struct{ Check string }{Check: \"no such check\"}\n\nfunc ", `no check "no such check"`},
	{"checks", "README.md", "# deadlocklint\n", "# deadlocklint\n\nmissing-unlock\n", "is called missingunlock"},
	{"designs", "doc/design/README.md", "(002-one-vocabulary.md)", "(002.md)", "does not list 002-one-vocabulary.md"},
	{"designs", "doc/design/README.md", "", "", "has 0 rows"},
	{"files", "doc/design/070-files-are-data.md", "Test", "TestNo", "there is no test TestNo"},
	{"files", "doc/design/070-files-are-data.md", "", "", "0 rows"},
	{"glossary", vocabulary, "`internal/trace` `Op`", "`internal/trace` `NoSuchType`", "declares no NoSuchType"},
	{"glossary", vocabulary, "", "", "0 terms"},
	{"glossary", "lockgraph/judge.go", "\nfunc ", "\nvar rootSets int\n\nfunc ", "rootSets has the earlier word"},
	{"hosts", "doc/hosts.md", "Test", "TestNo", "there is no test TestNo"},
	{"hosts", "doc/hosts.md", "script/ci/golangci.sh", "script/ci/no.sh", "no.sh cannot be run"},
	{"hosts", "doc/hosts.md", "| none: no form", "| | none: no form", "is empty"},
	{"hosts", "doc/hosts.md", "", "", "0 rows"},
	{"nouns", "testdata/nouns.txt", "ordered_by_join", "no_such_case", "there is no no_such_case"},
	{"nouns", "testdata/nouns.txt", "passes/lockorder.TestWriters", "passes/lockorder.TestNothing", "there is no passes/lockorder.TestNothing"},
	{"nouns", "testdata/nouns.txt", "recorder; Mutex; abba; ", "recorder; Mutex; ", "want 4 cells"},
	{"nouns", "testdata/nouns.txt", "", "", "0 nouns"},
	{"parts", "passes/lockfacts/doc.go", "//   - ", "//   + ", "is in no part that doc.go names"},
	{"questions", "doc/design/090-twenty-questions.md", "? | `", "? | `nowhere to be found ", "does not have \"nowhere"},
	{"questions", "doc/design/090-twenty-questions.md", "", "", "has 0 questions"},
	{"readme", "README.md", "```go\n", "```go\nfunc no() {}\n", "is not in examples/bank"},
	{"readme", "README.md", "# deadlocklint\n", "# deadlocklint\n" + strings.Repeat("\n", maxReadme), "lines, more than"},
	{"readme", "README.md", "", "", "has 0 programs"},
	{"subjects", "script/subjects/README.md", "\n| ", "\n|", "has no row"},
	{"tags", "script/ci/external.sh", "-tags external", "-tags exotic", `has the build tag "external"`},
	{"tour", "CONTRIBUTING.md", "`patches`, `patchMutex`", "`noSuchFunction`", "declares no noSuchFunction"},
	{"tour", "CONTRIBUTING.md", "`internal/trace/op.go`\n", "`internal/trace/no.go`\n", "there is no internal/trace/no.go"},
	{"tour", "CONTRIBUTING.md", "`fuzzer/rt/agent.go`: `request`", "`fuzzer/record/record.go`: `Exec`", "goes back to fuzzer/record"},
	{"tour", "CONTRIBUTING.md", "", "", "0 steps"},
}

// TestMistakes: each rule finds mistakes that are put into a copy of a document. A rule that finds nothing when its
// document is empty would be none.
func TestMistakes(t *testing.T) {
	for _, rule := range Rules() {
		if !slices.ContainsFunc(mistakes, func(m mistake) bool { return m.rule == rule.Name }) {
			t.Errorf("there is no mistake for rule %s", rule.Name)
		}
	}
	for _, m := range mistakes {
		t.Run(m.rule+" "+m.want, func(t *testing.T) {
			i := slices.IndexFunc(Rules(), func(r Rule) bool { return r.Name == m.rule })
			problems := Rules()[i].Check(m.in(t))
			if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, m.want) }) {
				t.Errorf("%q is in none of %q", m.want, problems)
			}
		})
	}
}

// in returns the repository with the mistake.
func (m mistake) in(t *testing.T) fs.FS {
	t.Helper()
	text, err := fs.ReadFile(root, m.file)
	if err != nil {
		t.Fatal(err)
	}
	broken := ""
	if m.old != "" {
		if broken = strings.ReplaceAll(string(text), m.old, m.new); broken == string(text) {
			t.Fatalf("%s does not have %q", m.file, m.old)
		}
	}
	return changed{root, m.file, []byte(broken)}
}

// TestMissing: a document that is not there is a problem of its rule.
func TestMissing(t *testing.T) {
	for _, rule := range Rules() {
		if problems := rule.Check(fstest.MapFS{}); len(problems) == 0 {
			t.Errorf("rule %s finds nothing in a repository without files", rule.Name)
		}
	}
}

// TestCheckLiterals: the rule sees the places at which names of checks stand.
func TestCheckLiterals(t *testing.T) {
	const source = `package p

var f = F{ID: "1", Check: "a"}

func g() bool { f.Check = "b"; return f.Check == "c" || "d" != f.Check || f.ID == "e" || f.Check + ": " == "g" || f.Check == "" || F{Check: "f" + x}.Check == y }
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(checkLiterals(f), " "); got != "a b c d" {
		t.Errorf("found %q", got)
	}
}
