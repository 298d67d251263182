package documents

import (
	"path"
	"regexp"
	"strings"
)

// subjectsDir has the published bugs, one package each.
const subjectsDir = "testdata/subjects"

var patchTarget = regexp.MustCompile(`(?m)^\+\+\+ (.*)$`)

// subjects: the comment of each published bug has its source, its bug and how this shows. A patch for each changes that
// package and nothing else. Each patch of a mistake of students changes the proxy, and has a row in script/subjects.
func subjects(r *Repository) {
	names := 0
	for _, file := range r.glob(subjectsDir + "/*/*.go") {
		name := path.Base(path.Dir(file))
		if path.Base(file) != name+".go" {
			continue
		}
		names++
		r.subject(name, file)
		r.patch(path.Join(subjectsDir, "repaired", name+".patch"), "b/"+name+"/"+name+".go")
	}
	r.atLeast(names, 20, "published bugs", subjectsDir)
	if patches := r.glob(subjectsDir + "/repaired/*.patch"); len(patches) != names {
		r.problem("%s has %d patches for %d bugs", subjectsDir, len(patches), names)
	}
	r.mistakes()
}

func (r *Repository) subject(name, file string) {
	text := r.text(file)
	doc := ""
	if f := r.parse(file); f != nil {
		doc = f.Doc.Text()
	}
	for _, want := range []string{
		`^Package ` + name + ` `, `\n\nSource: [^\n]*\b(thesis|paper)\b`, `\nBug: \w`,
		`\nShows as: (deadlock|failed test|panic)\b`, `\nfamily: (locks|order|sections|signals|unguarded)\n$`,
	} {
		if !regexp.MustCompile(want).MatchString(doc) {
			r.problem("the doc comment of %s does not match %q", file, want)
		}
	}
	if n := strings.Count(text, "\n"); n < 60 || n > 150 {
		r.problem("%s has %d lines, want 60 to 150", file, n)
	}
	tests := 0
	for _, test := range r.glob(path.Join(path.Dir(file), "*_test.go")) {
		if path.Base(test) != "sized_test.go" { // of script/subjects/cooperari.sh
			tests++
		}
	}
	if tests != 1 {
		r.problem("%s has %d files of tests beside sized_test.go, want one", name, tests)
	}
}

func (r *Repository) patch(file, want string) {
	targets := patchTarget.FindAllStringSubmatch(r.text(file), -1)
	if len(targets) == 0 {
		r.problem("%s changes nothing", file)
	}
	for _, m := range targets {
		if m[1] != want {
			r.problem("%s changes %s, want %s", file, m[1], want)
		}
	}
}

func (r *Repository) mistakes() {
	page := r.text("script/subjects/README.md")
	patches := r.glob(subjectsDir + "/students/mistakes/*.patch")
	r.atLeast(len(patches), 5, "mistakes of students", subjectsDir)
	for _, file := range patches {
		r.patch(file, "b/students/proxy/proxy.go")
		if name := strings.TrimSuffix(path.Base(file), ".patch"); !strings.Contains(page, "\n| "+name+" |") {
			r.problem("the table of script/subjects/README.md has no row %s", name)
		}
	}
}
