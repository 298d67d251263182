package deadlocklint

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

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

// TestReadmeExample: what README.md shows is what deadlocklint test prints for examples/bank. The program in README.md is compared by
// package internal/documents.
func TestReadmeExample(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	output := blocks(readme, "text")
	if len(output) != 1 {
		t.Fatalf("README.md has %d blocks of output, want one", len(output))
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

// The go commands of README.md. Those that can be are executed by
// TestReadmeCommands; of the others it checks that they are exactly these.
var (
	quickCommands = []string{
		"go run ./cmd/deadlocklint demo",
	}
	longCommands = []string{
		"go install ./cmd/deadlocklint",
		"go install " + modulePath + "/cmd/deadlocklint@latest",
		"go test ./...",
	}
)

// consoleBlock matches a fenced block of shell commands in Markdown.
var consoleBlock = regexp.MustCompile("(?ms)^```console\\s*\n(.*?)^```")

// goCommands returns the go commands of the console blocks of a Markdown text.
func goCommands(markdown string) []string {
	var commands []string
	for _, block := range consoleBlock.FindAllStringSubmatch(markdown, -1) {
		for line := range strings.Lines(block[1]) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			command, _, _ = strings.Cut(command, " #")
			if command = strings.TrimSpace(command); ok && strings.HasPrefix(command, "go ") {
				commands = append(commands, command)
			}
		}
	}
	return commands
}

func TestReadmeCommands(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := goCommands(string(data))
	if len(found) == 0 {
		t.Error("README.md has no go command in a ```console block, each on a line of its own behind \"$ \"")
	}
	for _, command := range found {
		switch {
		case slices.Contains(quickCommands, command):
			words := strings.Fields(command)
			if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
				t.Errorf("README.md: %s: %v\n%s", command, err, out)
			}
		case !slices.Contains(longCommands, command):
			t.Errorf("README.md: %q is in neither list of readme_test.go: is it quick or long?", command)
		}
	}
	for _, command := range longCommands {
		if !slices.Contains(found, command) {
			t.Errorf("README.md no longer has %q: remove it from readme_test.go", command)
		}
	}
}

func TestGoCommandsAreFound(t *testing.T) {
	const markdown = "go one\n```console\n$ go two # remark\noutput\n  $ go three ./...\n$ ls\n```\n```go\n$ go four\n```\n"
	if got, want := goCommands(markdown), []string{"go two", "go three ./..."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
