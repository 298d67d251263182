package dispatch

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTutorial does what doc/tutorial.md says: it writes its files, runs its
// commands, and looks for the lines below each in what the command says, in
// their order. A block with the name "examples" runs in that directory.
func TestTutorial(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "doc", "tutorial.md"))
	if err != nil {
		t.Fatal(err)
	}
	bin, dir := filepath.Dir(vetTool(t)), t.TempDir()
	ran := 0
	for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
		switch lang, name, body := block[1], strings.TrimSpace(block[2]), block[3]; lang {
		case "go":
			if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		case "console":
			in := dir
			if name == "examples" {
				if in, err = filepath.Abs(examples); err != nil {
					t.Fatal(err)
				}
			}
			for _, step := range strings.Split("\n"+body, "\n$ ")[1:] {
				command, want, _ := strings.Cut(step, "\n")
				tutorialStep(t, bin, in, command, strings.TrimSpace(want))
				ran++
			}
		}
	}
	if ran < 9 {
		t.Errorf("only %d commands were found", ran)
	}
}

// fence matches a fenced block of Markdown: its language, a file name, its text.
var fence = regexp.MustCompile("(?ms)^```(\\w+)( [^\n]+)?\n(.*?)^```")

func tutorialStep(t *testing.T, bin, dir, command, want string) {
	t.Helper()
	cmd := exec.Command("bash", "-c", command+"; echo \"# exit status $?\"")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	rest := string(out)
	for line := range strings.Lines(want) {
		line = strings.TrimSpace(line)
		i := strings.Index(rest, line)
		if i < 0 {
			t.Errorf("%s: %q is not said, or not there, in:\n%s", command, line, out)
			return
		}
		rest = rest[i+len(line):]
	}
}
