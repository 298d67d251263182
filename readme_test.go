package deadlocklint

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxReadme is how many lines README.md may have.
const maxReadme = 150

// fencedBlock matches a fenced block of a language in Markdown.
var fencedBlock = regexp.MustCompile("(?ms)^```(\\w+)\\s*\n(.*?)^```")

func blocks(markdown []byte, language string) (list []string) {
	for _, b := range fencedBlock.FindAllSubmatch(markdown, -1) {
		if string(b[1]) == language {
			list = append(list, string(b[2]))
		}
	}
	return list
}

// The program of README.md is examples/bank, and what README.md shows is what deadlocklint
// test prints there.
func TestReadmeExample(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(readme, []byte("\n")); n > maxReadme {
		t.Errorf("README.md has %d lines, more than %d", n, maxReadme)
	}
	source, output := blocks(readme, "go"), blocks(readme, "text")
	if len(source) != 1 || len(output) != 1 {
		t.Fatalf("README.md has %d blocks of Go and %d of output, want one of each", len(source), len(output))
	}
	have := exampleSource(t)
	for line := range strings.Lines(source[0]) {
		line, _, _ = strings.Cut(line, " //")
		if !strings.Contains(have, strings.TrimRight(line, "\n")) {
			t.Errorf("README.md: %q is not in examples/bank", line)
		}
	}
	cmd := exec.Command("go", "run", "./cmd/deadlocklint", "test", "-C=examples", "-explore=false", "./bank")
	got, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Errorf("deadlocklint test: %v", err)
	}
	if !strings.Contains(string(got), output[0]) {
		t.Errorf("README.md shows\n%s\ndeadlocklint test prints\n%s", output[0], got)
	}
}

func exampleSource(t *testing.T) string {
	var b strings.Builder
	files, err := filepath.Glob("examples/bank/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no example: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
