package cases

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// Part returns the files that this build tests. The sample of a directory has a file for each
// word that a line of an expectation begins with, and the twins of these files. A case that
// -run names is in each build.
func Part(t *testing.T, files []string) []string {
	t.Helper()
	if isNamed() {
		return files
	}
	all, err := filepath.Glob(filepath.Join(filepath.Dir(files[0]), "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	sample := sampleOf(t, all)
	return matrix.Part(files, func(file string) bool { return sample[file] })
}

// Every returns each n-th of the files, or with the build tag "rest" all others. It is for cases whose
// expectations have few words. A case that -run names is in each build.
func Every(n int, files []string) []string {
	if isNamed() {
		return files
	}
	return matrix.Every(n, files)
}

// isNamed reports whether -run names a case.
func isNamed() bool { return strings.Contains(flag.Lookup("test.run").Value.String(), "/") }

// sampleOf returns the sample of the files of a directory.
func sampleOf(t *testing.T, files []string) map[string]bool {
	t.Helper()
	words := make([][]string, len(files))
	for i, file := range files {
		words[i] = expectedWords(t, file)
	}
	sample := map[string]bool{}
	for _, i := range cover(words) {
		for _, file := range files {
			if file == files[i] || twins(file, files[i]) {
				sample[file] = true
			}
		}
	}
	return sample
}

// cover returns the indices of few lists that together have all words. Each is the first
// list with the most words that are still missing (Chvátal, 1979).
func cover(words [][]string) (chosen []int) {
	found := map[string]bool{}
	missing := func(list []string) (n int) {
		for i, w := range list {
			if !found[w] && !slices.Contains(list[:i], w) {
				n++
			}
		}
		return n
	}
	for {
		best, most := 0, 0
		for i, list := range words {
			if n := missing(list); n > most {
				best, most = i, n
			}
		}
		if most == 0 {
			return chosen
		}
		chosen = append(chosen, best)
		for _, w := range words[best] {
			found[w] = true
		}
	}
}

// expectedWords returns the first word of each line of a file's section "expect". Of a
// verdict it is the verdict as well.
func expectedWords(t *testing.T, file string) []string {
	t.Helper()
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "expect" })
	if i < 0 {
		t.Fatalf("%s: no section expect", file)
	}
	var words []string
	for line := range strings.Lines(string(ar.Files[i].Data)) {
		line = strings.TrimSpace(line)
		word, _, _ := strings.Cut(line, " ")
		if word == "verdict" {
			word = line
		}
		words = append(words, word)
	}
	return words
}

// twinEndings are the endings that a twin adds to the name of its case.
var twinEndings = []string{"_fixed", "_not", "_free", "_other"}

// twins reports whether one file is the other one's twin.
func twins(a, b string) bool {
	a, b = strings.TrimSuffix(filepath.Base(a), ".txtar"), strings.TrimSuffix(filepath.Base(b), ".txtar")
	return slices.ContainsFunc(twinEndings, func(end string) bool { return a+end == b || b+end == a })
}
