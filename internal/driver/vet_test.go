package driver

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestCalledByVet(t *testing.T) {
	for line, want := range map[string]bool{
		"":                             false,
		"-V=full":                      true,
		"-flags":                       true,
		"dir/vet.cfg":                  true,
		"-json -lockorder dir/vet.cfg": true,
		"./...":                        false,
		"-json ./...":                  false,
		"run ./server -- server.cfg":   false,
		"test . -args -V=full":         false,
	} {
		if got := CalledByVet(strings.Fields(line)); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}

// A package in a newer Go than ours is refused in one line that says what to do.
func TestVetOfANewerGo(t *testing.T) {
	dir := t.TempDir()
	for version, refused := range map[string]bool{"go1.999": true, "go1.24": false} {
		write(t, dir, "vet.cfg", `{"ID":"example.com/m/p","ImportPath":"example.com/m/p","ModulePath":"example.com/m","GoVersion":"`+version+`","GoFiles":["p.go"],"VetxOnly":true}`)
		out, err := exec.Command(vetTool(t), filepath.Join(dir, "vet.cfg")).CombinedOutput()
		if err == nil {
			t.Errorf("%s: a file that is not there is vetted: %s", version, out)
		}
		text := strings.TrimSpace(string(out))
		if got := strings.Contains(text, "GOTOOLCHAIN=go1.999.0 go install "); got != refused || refused && strings.Contains(text, "\n") {
			t.Errorf("%s: %s", version, text)
		}
	}
}
