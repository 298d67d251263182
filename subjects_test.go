package deadlocklint

import (
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// subjectsDir has the published bugs, one package each.
const subjectsDir = "testdata/subjects"

// A subject is a published bug with its surrounding work.
type subject struct {
	name string
	code *ast.File // without tests
	size int       // in lines
}

// subjects returns all packages of subjectsDir.
func subjects(t *testing.T) (list []subject) {
	t.Helper()
	entries, err := os.ReadDir(subjectsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "repaired" || e.Name() == "students" {
			continue
		}
		file := filepath.Join(subjectsDir, e.Name(), e.Name()+".go")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if code := parseGo(t, file); code != nil {
			list = append(list, subject{e.Name(), code, strings.Count(string(text), "\n")})
		}
	}
	return list
}

// TestSubjectsAreTold: the comment of each subject has its source, its bug and how this
// shows, and the program has more than the racing lines.
func TestSubjectsAreTold(t *testing.T) {
	all := subjects(t)
	if len(all) < 20 {
		t.Errorf("%d subjects, want 20 and more", len(all))
	}
	for _, s := range all {
		doc := s.code.Doc.Text()
		for _, want := range []string{
			`^Package ` + s.name + ` `, `\n\nSource: [^\n]*\b(thesis|paper)\b`, `\nBug: \w`,
			`\nShows as: (deadlock|failed test|panic)\b`, `\nfamily: (locks|order|sections|signals|unguarded)\n$`,
		} {
			if !regexp.MustCompile(want).MatchString(doc) {
				t.Errorf("the doc comment of %s does not match %q", s.name, want)
			}
		}
		if s.size < 60 || s.size > 150 {
			t.Errorf("%s has %d lines, want 60 to 150", s.name, s.size)
		}
		tests, err := filepath.Glob(filepath.Join(subjectsDir, s.name, "*_test.go"))
		tests = slices.DeleteFunc(tests, func(name string) bool { return filepath.Base(name) == "sized_test.go" }) // of script/subjects/cooperari.sh
		if err != nil || len(tests) != 1 {
			t.Errorf("%s has the tests %v (%v), want one file beside sized_test.go", s.name, tests, err)
		}
	}
}

// TestSubjectsHavePatches: each subject has a patch that changes it and nothing else, and
// no patch is left of a subject that is gone.
func TestSubjectsHavePatches(t *testing.T) {
	patches, err := filepath.Glob(filepath.Join(subjectsDir, "repaired", "*.patch"))
	if err != nil {
		t.Fatal(err)
	}
	all := subjects(t)
	if len(patches) != len(all) {
		t.Errorf("%d patches for %d subjects", len(patches), len(all))
	}
	target := regexp.MustCompile(`(?m)^\+\+\+ (.*)$`)
	for _, s := range all {
		text, err := os.ReadFile(filepath.Join(subjectsDir, "repaired", s.name+".patch"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range target.FindAllStringSubmatch(string(text), -1) {
			if want := "b/" + s.name + "/" + s.name + ".go"; m[1] != want {
				t.Errorf("the patch of %s changes %s", s.name, m[1])
			}
		}
	}
	apply(t, ".", []string{"--check", "--directory=" + subjectsDir}, patches)
}

// TestMistakesOfStudents: each patch of a mistake changes the proxy and nothing else, and the table of
// script/subjects has a row for each mistake.
func TestMistakesOfStudents(t *testing.T) {
	patches, err := filepath.Glob(filepath.Join(subjectsDir, "students", "mistakes", "*.patch"))
	if err != nil || len(patches) < 5 {
		t.Fatalf("patches %v: %v", patches, err)
	}
	page, err := os.ReadFile("script/subjects/README.md")
	if err != nil {
		t.Fatal(err)
	}
	target := regexp.MustCompile(`(?m)^\+\+\+ (.*)$`)
	for _, patch := range patches {
		text, err := os.ReadFile(patch)
		if err != nil {
			t.Fatal(err)
		}
		if m := target.FindAllStringSubmatch(string(text), -1); len(m) != 1 || m[0][1] != "b/students/proxy/proxy.go" {
			t.Errorf("%s changes %v", patch, m)
		}
		if name := strings.TrimSuffix(filepath.Base(patch), ".patch"); !strings.Contains(string(page), "\n| "+name+" |") {
			t.Errorf("the table of script/subjects/README.md has no row %s", name)
		}
		apply(t, ".", []string{"--check", "--directory=" + subjectsDir}, []string{patch})
	}
}

// apply runs git apply in a directory.
func apply(t *testing.T, dir string, flags, patches []string) {
	t.Helper()
	git := exec.Command("git", append(append([]string{"apply"}, flags...), patches...)...)
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Errorf("git apply: %v\n%s", err, out)
	}
}
